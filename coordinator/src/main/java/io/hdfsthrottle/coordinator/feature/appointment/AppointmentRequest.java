package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * An application's validated request for an appointment.
 *
 * @param deadline the time within which it is to be read
 * @param patience the longest wait before it begins
 * @param callback whether the application polls and can be told to begin at any moment; else it gets one answer
 * @param nodes the DataNodes from which it is to be read; none for any
 */
public record AppointmentRequest(
        String application,
        Tenant tenant,
        long bytes,
        Duration deadline,
        Duration patience,
        boolean callback,
        Set<String> nodes) {
    /** The largest amount: a pebibyte. */
    public static final long MOST_BYTES = 1L << 50;

    /** The longest deadline. */
    public static final Duration LONGEST = Duration.ofHours(24);

    /** How long all names of nodes are together at most, so that every appointment fits into the snapshot. */
    static final int MOST_CHARACTERS = 400;

    /** What is not longer as JSON than as text. */
    private static final Pattern NODE = Pattern.compile("[ !#-\\[\\]-~]{1,255}");

    /** A request to read from any node. */
    public AppointmentRequest(
            String application, Tenant tenant, long bytes, Duration deadline, Duration patience, boolean callback) {
        this(application, tenant, bytes, deadline, patience, callback, Set.of());
    }

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

    /** The same, to read from these nodes alone, which have names and are not too many. */
    AppointmentRequest from(Collection<String> names) {
        Set<String> distinct = new TreeSet<>(names);
        int characters = distinct.stream()
                .mapToInt(name -> name.length() + "\"\",".length())
                .sum();
        if (characters > MOST_CHARACTERS || !distinct.stream().allMatch(NODE.asMatchPredicate())) {
            throw new InvalidInput(
                    "nodes",
                    distinct.size() + " nodes",
                    "names of DataNodes, with their quotes and commas up to " + MOST_CHARACTERS
                            + " characters together; leave them out where there are more");
        }
        return new AppointmentRequest(application, tenant, bytes, deadline, patience, callback, distinct);
    }
}
