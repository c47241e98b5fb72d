package io.hdfsthrottle.coordinator.ledger;

import java.time.Duration;

/**
 * How often a rule decided.
 *
 * @param hits how often it said whom a client belongs to, since each node started or the rule was changed
 * @param ago how long ago it did last
 */
public record RuleHits(long hits, Duration ago) {
    RuleHits and(RuleHits other) {
        return new RuleHits(hits + other.hits, ago.compareTo(other.ago) <= 0 ? ago : other.ago);
    }
}
