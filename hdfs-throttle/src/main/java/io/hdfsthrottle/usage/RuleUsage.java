package io.hdfsthrottle.usage;

import java.time.Duration;
import java.util.Objects;

/** The hits of one rule, in a node's usage report. Immutable. */
public final class RuleUsage {

    private final String rule;
    private final long hits;
    private final Duration ago;

    /** A rule's usage. */
    public RuleUsage(String rule, long hits, Duration ago) {
        this.rule = Objects.requireNonNull(rule, "rule");
        this.hits = hits;
        this.ago = Objects.requireNonNull(ago, "ago");
    }

    /** Its name. */
    public String rule() {
        return rule;
    }

    /** How often it determined a client's tenant, since the node started or the rule was changed. */
    public long hits() {
        return hits;
    }

    /** How long ago its last hit was, when the report was made. */
    public Duration ago() {
        return ago;
    }
}
