package io.hdfsthrottle.rule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often each rule determined a client's tenant, and when last. A rule that is changed is counted anew.
 * Thread-safe; holds no more than the rules of a policy, as long as {@link #of} is called now and then.
 */
public final class RuleHits {

    private final Map<TenantRule, Count> counts = new ConcurrentHashMap<>();

    /** Counts a hit of that rule at that time of the node's monotone clock. */
    public void hit(TenantRule rule, long nowNanos) {
        Count unused = counts.compute(
                rule, (same, before) -> new Count(rule.name(), before == null ? 1 : before.hits + 1, nowNanos));
    }

    /** The counts of these rules, in their order, without rules that have none; others are forgotten. */
    public List<Count> of(TenantRules rules) {
        counts.keySet().retainAll(new HashSet<>(rules.rules()));
        List<Count> present = new ArrayList<>();
        for (TenantRule rule : rules.rules()) {
            Count count = counts.get(rule);
            if (count != null) {
                present.add(count);
            }
        }
        return present;
    }

    /** The count of one rule. Immutable. */
    public static final class Count {

        private final String rule;
        private final long hits;
        private final long lastNanos;

        private Count(String rule, long hits, long lastNanos) {
            this.rule = rule;
            this.hits = hits;
            this.lastNanos = lastNanos;
        }

        /** Its name. */
        public String rule() {
            return rule;
        }

        /** The number of hits since the node started or the rule was changed. */
        public long hits() {
            return hits;
        }

        /** The time of the last hit, by the node's monotone clock. */
        public long lastNanos() {
            return lastNanos;
        }
    }
}
