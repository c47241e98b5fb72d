package io.hdfsthrottle.coordinator.credit;

import java.util.Locale;
import java.util.Optional;

/** How far a tenant steps back. */
public enum Level {
    /** Half of its weight, by default. */
    LOW(1),
    /** A tenth, by default. */
    LOWEST(2),
    /** As good as nothing while others want the disk. */
    IDLE(3);

    /** What they are called, for messages. */
    public static final String NAMES = "low, lowest or idle";

    private final int count;

    Level(int count) {
        this.count = count;
    }

    /** The level of that name. */
    public static Optional<Level> named(String name) {
        for (Level level : values()) {
            if (level.label().equals(name)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }

    /** As people write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it counts when credits are earned: 1, 2 or 3. */
    public int count() {
        return count;
    }
}
