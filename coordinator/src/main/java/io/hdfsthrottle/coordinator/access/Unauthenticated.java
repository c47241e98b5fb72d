package io.hdfsthrottle.coordinator.access;

/** Thrown for an invalid credential; the message says why and shows no secret. */
public final class Unauthenticated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unauthenticated(String why) {
        super(why);
    }
}
