package io.hdfsthrottle.coordinator.feature;

import java.time.Duration;
import java.util.Locale;

/**
 * Something that is not as promised, now.
 *
 * @param subject what it is about: a tenant, a rule, a node, a plan or the cluster
 * @param detail in a sentence for people
 */
public record Finding(Kind kind, String subject, String detail) {
    /** What can be found; metrics, alerts and scripts know its {@link #label}. */
    public enum Kind {
        /** A tenant would use more, and gets less than 95 % of its entitlement. */
        BELOW_ENTITLEMENT(10, 10),
        /** A rule of the policy has decided for nobody. */
        RULE_UNMATCHED(10, 5),
        /** A tenant gets more than its limit. */
        LIMIT_EXCEEDED(5, 10),
        /** A layer that a node's settings enable does less than it is meant to. */
        LAYER_FELL_BACK(5, 10),
        /** A node is silent, lets everything pass or cannot use its keys. */
        NODE_FELL_BACK(3, 10),
        /** No node reports, silent ones included; a new leader needs some time before it hears them. */
        NO_NODES(30, 0),
        /** A node refused tags of applications. */
        TAGS_REFUSED(0, 300),
        /** A canary was worse than its bounds. */
        CANARY_FAILED(0, 0),
        /** What the plan that was applied last was predicted to give errs by more than 10 %. */
        PREDICTION_WRONG(0, 0);

        private final Duration begins;
        private final Duration ends;

        Kind(int beginsSeconds, int endsSeconds) {
            this.begins = Duration.ofSeconds(beginsSeconds);
            this.ends = Duration.ofSeconds(endsSeconds);
        }

        /** How long it has to be there without a break before it is told: what passes by itself is none. */
        public Duration begins() {
            return begins;
        }

        /** How long it has to be gone before its end is told. */
        public Duration ends() {
            return ends;
        }

        /** As it stands in answers and metrics: {@code rule-unmatched}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
