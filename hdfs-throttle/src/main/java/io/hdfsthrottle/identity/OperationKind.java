package io.hdfsthrottle.identity;

import java.util.Locale;

/** Which way an operation moves data, seen from its client. */
public enum OperationKind {
    /** The client receives. */
    READ,
    /** The client sends, or somebody passes on what it sent. */
    WRITE;

    /** As people write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
