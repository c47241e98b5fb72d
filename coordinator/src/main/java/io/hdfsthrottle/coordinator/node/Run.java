package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.link.Waiting.Cause;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One run of an application, as far as DataNodes reported it. Immutable.
 *
 * @param began how long ago it was reported first
 * @param lasted from then until it moved anything or waited last
 * @param bytes that it moved
 * @param spent what the time of its operations went for, in milliseconds
 */
public record Run(
        String application,
        Name name,
        Duration began,
        Duration lasted,
        Wait waited,
        long bytes,
        Map<WaitCause, Double> spent) {
    private static final Duration LONGEST = Duration.ofDays(10_000);

    /**
     * What the runs of one program have in common.
     *
     * @param verified whether the user is
     * @param since when this run registered, in seconds since 1970: an id may be used again
     */
    public record Name(String name, String user, boolean verified, long since) {
        boolean isOfSameProgram(Name other) {
            return name.equals(other.name) && user.equals(other.user) && verified == other.verified;
        }
    }

    /** Its wait: {@link Waiting}, as it can be stored. */
    public record Wait(
            Tenant tenant,
            long millis,
            long withinMillis,
            boolean complete,
            Cause cause,
            Optional<Rate> entitlement,
            Optional<Rate> capacity) {
        static Wait of(Waiting waiting) {
            return new Wait(
                    waiting.tenant(),
                    waiting.waited().toMillis(),
                    waiting.within().toMillis(),
                    waiting.complete(),
                    waiting.cause(),
                    waiting.entitlement(),
                    waiting.capacity());
        }
    }

    /** @throws IllegalArgumentException if it cannot have been */
    public Run {
        spent = Map.copyOf(spent);
        boolean isSound = !began.isNegative()
                && began.compareTo(LONGEST) < 0
                && !lasted.isNegative()
                && lasted.compareTo(began) <= 0
                && bytes >= 0
                && waited.millis >= 0
                && waited.withinMillis >= 0
                && waited.withinMillis < LONGEST.toMillis()
                && spent.values().stream().allMatch(millis -> millis >= 0 && millis <= Long.MAX_VALUE);
        if (!isSound) {
            throw new IllegalArgumentException("run of " + application + " cannot have been");
        }
    }

    /** How long ago it ended, as far as DataNodes know. */
    public Duration ended() {
        return began.minus(lasted);
    }

    /** The same, so much later. */
    public Run after(Duration more) {
        return new Run(application, name, began.plus(more), lasted, waited, bytes, spent);
    }
}
