package io.hdfsthrottle.coordinator.launch;

import java.util.OptionalInt;

/**
 * What is seen of a cluster's processes at a moment.
 *
 * @param exit with what one of those ended that were started; nothing while all of them run
 * @param gone whether nothing is left of it: no process, and no file
 */
public record Sight(OptionalInt exit, boolean gone) {
    /** All of it runs. */
    public static final Sight RUNNING = new Sight(OptionalInt.empty(), false);

    /** There is nothing of it. */
    public static final Sight NOTHING = new Sight(OptionalInt.empty(), true);
}
