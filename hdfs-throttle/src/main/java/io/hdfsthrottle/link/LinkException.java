package io.hdfsthrottle.link;

import java.util.OptionalInt;

/** Thrown when a coordinator was not reached, refused, or gave an invalid answer. */
public final class LinkException extends Exception {

    private static final long serialVersionUID = 1;

    private static final int NOT_ANSWERED = 0;

    private final int status;

    private LinkException(String message, int status, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    static LinkException notReached(String message, Throwable cause) {
        return new LinkException(message, NOT_ANSWERED, cause);
    }

    static LinkException refused(String message, int status) {
        return new LinkException(message, status, null);
    }

    /** The HTTP status of a refusal; nothing if no coordinator answered. */
    public OptionalInt status() {
        return status == NOT_ANSWERED ? OptionalInt.empty() : OptionalInt.of(status);
    }
}
