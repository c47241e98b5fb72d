package io.hdfsthrottle.grant;

import java.util.Locale;
import java.util.Optional;

/** What a tenant's clients may do with replicas on their own host. */
public enum ShortCircuit {
    /** They read them through the DataNode, which paces and counts. */
    TCP,
    /** They do what HDFS's settings say, and read past the DataNode where these say so. */
    FREE;

    /** All that may be written, for messages. */
    public static final String LABELS = "tcp or free";

    /** What it is written as. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that is written so; nothing if none is. */
    public static Optional<ShortCircuit> labelled(String label) {
        for (ShortCircuit each : values()) {
            if (each.label().equals(label)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** What holds where two have a say. */
    public ShortCircuit stricter(ShortCircuit other) {
        return this == TCP ? TCP : other;
    }
}
