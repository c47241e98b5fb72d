package io.hdfsthrottle.link;

import java.time.Duration;

/** An appointment for I/O: its number, and how long to wait at most. Immutable. */
public final class AppointmentAnswer {

    private final long number;
    private final Duration within;

    public AppointmentAnswer(long number, Duration within) {
        this.number = number;
        this.within = within;
    }

    /** Its number at the coordinator. */
    public long number() {
        return number;
    }

    /** How long to wait at most before it begins; zero for not at all. */
    public Duration within() {
        return within;
    }

    @Override
    public String toString() {
        return "appointment " + number + " within " + within.toSeconds() + " s";
    }
}
