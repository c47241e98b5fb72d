package io.hdfsthrottle.grant;

import java.util.Locale;
import java.util.Optional;

/** How a tenant's clients may read replicas on their own host. */
public enum ShortCircuit {
    /** They read them through the DataNode, which paces and counts. */
    TCP,
    /** They follow HDFS's settings, and read past the DataNode where these allow it. */
    FREE;

    /** All labels, for messages. */
    public static final String LABELS = "tcp or free";

    /** Its name in settings and policies. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value with that label; empty if there is none. */
    public static Optional<ShortCircuit> labelled(String label) {
        for (ShortCircuit each : values()) {
            if (each.label().equals(label)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The stricter of the two. */
    public ShortCircuit stricter(ShortCircuit other) {
        return this == TCP ? TCP : other;
    }
}
