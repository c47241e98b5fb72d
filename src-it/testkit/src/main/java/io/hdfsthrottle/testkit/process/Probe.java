package io.hdfsthrottle.testkit.process;

import java.io.IOException;

/** Readiness check of a process. */
@FunctionalInterface
public interface Probe {

    /** Whether it is ready; an exception means: not yet. */
    boolean ready() throws IOException;
}
