package io.hdfsthrottle.coordinator.policy;

/** Thrown if an object cannot be removed or taken because another one depends on it. */
public final class InUse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message what is in use, by what, and what to do about it */
    public InUse(String message) {
        super(message);
    }
}
