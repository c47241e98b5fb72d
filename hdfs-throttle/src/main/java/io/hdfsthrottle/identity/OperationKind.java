package io.hdfsthrottle.identity;

import java.util.Locale;

/** The direction in which an operation moves data, seen from its client. */
public enum OperationKind {
    /** The client receives. */
    READ,
    /** The client sends, or another node relays what it sent. */
    WRITE;

    /** Its name as users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
