package io.hdfsthrottle.rig;

import java.io.IOException;

/** Asks a process whether it does its work yet. */
@FunctionalInterface
public interface Probe {

    /** Whether it does; an exception means: not yet. */
    boolean ready() throws IOException;
}
