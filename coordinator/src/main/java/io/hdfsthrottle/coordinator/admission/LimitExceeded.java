package io.hdfsthrottle.coordinator.admission;

import java.time.Duration;

/** Thrown when a caller exceeds a limit; the message says which, and is safe to show. */
public final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final long retrySeconds;

    LimitExceeded(Refusal refusal, String message, Duration retryAfter) {
        super(message, null, false, false);
        this.refusal = refusal;
        this.retrySeconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
    }

    /** Which limit was exceeded. */
    public Refusal refusal() {
        return refusal;
    }

    /** When to ask again, in whole seconds, at least 1. */
    public long retrySeconds() {
        return retrySeconds;
    }
}
