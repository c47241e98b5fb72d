package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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

    public static Optional<Level> named(String name) {
        return Stream.of(values()).filter(level -> level.label().equals(name)).findFirst();
    }

    /** @throws InvalidInput if there is no such level */
    static Level wished(String name) {
        return named(name).orElseThrow(() -> new InvalidInput("level", name, NAMES));
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its multiplier when credits are earned: 1, 2 or 3. */
    int count() {
        return count;
    }
}
