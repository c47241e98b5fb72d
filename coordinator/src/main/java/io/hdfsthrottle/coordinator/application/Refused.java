package io.hdfsthrottle.coordinator.application;

/** Thrown when the caller may not do this to that application; the message says why and shows no secret. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String why) {
        super(why);
    }
}
