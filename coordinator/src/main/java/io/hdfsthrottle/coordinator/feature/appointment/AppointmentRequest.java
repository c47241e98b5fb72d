package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Optional;

/**
 * An application's validated request for an appointment.
 *
 * @param deadline the time within which it is to be read
 * @param patience the longest wait before it begins
 * @param callback whether the application polls and can be told to begin at any moment; else it gets one answer
 */
public record AppointmentRequest(
        String application, Tenant tenant, long bytes, Duration deadline, Duration patience, boolean callback) {
    /** The largest amount: a pebibyte. */
    public static final long MOST_BYTES = 1L << 50;

    /** The longest deadline. */
    public static final Duration LONGEST = Duration.ofHours(24);

    /**
     * A request as it came from outside.
     *
     * @param patience empty for as long as the deadline leaves
     * @throws InvalidInput naming the invalid value
     */
    public static AppointmentRequest of(
            String application,
            Tenant tenant,
            long bytes,
            Duration deadline,
            Optional<Duration> patience,
            boolean callback) {
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new InvalidInput("bytes", bytes, "a whole number from 1 to " + MOST_BYTES);
        }
        return new AppointmentRequest(application, tenant, bytes, deadline, patience.orElse(deadline), callback);
    }
}
