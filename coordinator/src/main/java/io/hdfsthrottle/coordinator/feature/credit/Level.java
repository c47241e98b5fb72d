package io.hdfsthrottle.coordinator.feature.credit;

import java.util.Locale;
import java.util.Optional;

/** How far a tenant that yields reduces its weight. */
public enum Level {
    /** Half of its weight, by default. */
    LOW(1),
    /** A tenth, by default. */
    LOWEST(2),
    /** Almost no weight while other tenants want the disk. */
    IDLE(3);

    /** Their names, for messages. */
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

    /** The name that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its multiplier when credits are earned: 1, 2 or 3. */
    public int count() {
        return count;
    }
}
