package io.hdfsthrottle.coordinator.access;

/** A credential was given that is none; the message says why and shows no secret. */
public final class Unauthenticated extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unauthenticated(String why) {
        super(why);
    }
}
