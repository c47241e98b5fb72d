package io.hdfsthrottle.coordinator.api;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.concurrent.Executor;

/** Routes of one part of the coordinator, which {@code openapi.yaml} beside their class describes. */
@FunctionalInterface
public interface Routes {
    /** Adds them; the executor writes the answers of requests that waited. */
    void addTo(RoutesConfig routes, Executor answering);

    /** Whether this coordinator answers that although it does not lead. */
    default boolean answersWithoutLead(Context context) {
        return false;
    }

    /** The scripts in the folder {@code page} beside their class that show a section of the page each, in order. */
    default List<String> sections() {
        return List.of();
    }

    /** Other files in that folder, which these scripts use. */
    default List<String> assets() {
        return List.of();
    }
}
