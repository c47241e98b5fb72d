package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.util.OptionalInt;

/**
 * The observed state of a deployment's processes at a moment.
 *
 * @param exit the exit code of a started process that has ended; empty while all of them run
 * @param gone whether nothing is left of it: no process, and no file
 */
public record ProcessState(OptionalInt exit, boolean gone) {
    /** All of its processes run. */
    public static final ProcessState RUNNING = new ProcessState(OptionalInt.empty(), false);

    /** Nothing of it exists. */
    public static final ProcessState NOTHING = new ProcessState(OptionalInt.empty(), true);
}
