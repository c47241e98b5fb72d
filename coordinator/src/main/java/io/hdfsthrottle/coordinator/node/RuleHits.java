package io.hdfsthrottle.coordinator.node;

import java.time.Duration;

/**
 * How often a rule assigned a client to a tenant.
 *
 * @param hits the number of matches since each node started or the rule was changed
 * @param ago the time since the last match
 */
public record RuleHits(long hits, Duration ago) {
    RuleHits and(RuleHits other) {
        return new RuleHits(hits + other.hits, ago.compareTo(other.ago) <= 0 ? ago : other.ago);
    }
}
