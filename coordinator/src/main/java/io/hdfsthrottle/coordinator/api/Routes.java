package io.hdfsthrottle.coordinator.api;

import io.javalin.config.RoutesConfig;
import java.util.concurrent.Executor;

/** Routes of one part of the coordinator. */
@FunctionalInterface
public interface Routes {
    /**
     * Adds them.
     *
     * @param answering writes the answers of requests that waited
     */
    void addTo(RoutesConfig routes, Executor answering);
}
