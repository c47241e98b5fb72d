package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.time.Duration;

/**
 * A validated request of a tenant to yield: how far, and for how long.
 */
public record YieldRequest(Level level, Duration time) {
    /** @throws InvalidInput naming the invalid value */
    static YieldRequest of(String level, Duration time) {
        return new YieldRequest(Level.wished(level), time);
    }
}
