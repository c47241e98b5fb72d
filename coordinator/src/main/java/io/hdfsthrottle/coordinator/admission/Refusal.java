package io.hdfsthrottle.coordinator.admission;

import java.util.Locale;

/** Why a request or connection is refused that may be admitted later; metrics count each reason. */
public enum Refusal {
    /** Too many connections, of one address or in all. */
    CONNECTIONS,
    /** Too many requests in a while. */
    RATE,
    /** Too many requests under way at a time. */
    AT_ONCE,
    /** Too many open requests for the next grant. */
    POLLS,
    /** Bodies that are under way take too much memory. */
    MEMORY,
    /** The head or the body of a request takes too long. */
    SLOW,
    /** A body that is too long, or of too many parts. */
    TOO_LARGE;

    /** As metrics name it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
