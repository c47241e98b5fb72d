package io.hdfsthrottle.part;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The levels of the share tree below a tenant, and the units that a rate can apply to. */
public enum Level {
    /** All of an application. */
    APPLICATION("application"),
    /** One of its executors. */
    EXECUTOR("executor"),
    /** A group of work that users define: a scheduler pool, a job group. */
    POOL("pool"),
    /** One of its tasks. */
    TASK("task");

    /** The units that a rate can apply to, for messages. */
    public static final String UNITS = "application, executor or task";

    private final String label;

    Level(String label) {
        this.label = label;
    }

    /** Its name in JSON and in settings. */
    public String label() {
        return label;
    }

    /** The units that a rate can apply to where nothing smaller than that is distinguished, for messages. */
    public static String unitsUpTo(Level smallest) {
        return Arrays.stream(values())
                .filter(level -> level != POOL && level.compareTo(smallest) <= 0)
                .map(Level::label)
                .collect(Collectors.joining(" or "));
    }

    /** The unit that a rate applies to, if it is one of {@link #UNITS}. */
    public static Optional<Level> unit(String label) {
        return Arrays.stream(values())
                .filter(level -> level != POOL && level.label.equals(label))
                .findFirst();
    }
}
