package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * An application's appointment for I/O. Times are seconds since 1970: the numbers of slices. Immutable.
 *
 * @param tenant the tenant whose weight it changes
 * @param start when it begins or began; the latest plan while it waits for a callback
 * @param latest the last time at which it begins
 * @param length the planned duration
 * @param rate the promised rate, bytes per second; 0 if the capacity of the disks was unknown
 * @param callback whether it may begin sooner than planned, by a callback
 * @param served the bytes served so far
 * @param nodes the DataNodes from which it is read; none for any
 */
public record Appointment(
        long id,
        String application,
        Tenant tenant,
        long bytes,
        long asked,
        long start,
        long latest,
        long length,
        double rate,
        boolean callback,
        boolean begun,
        double served,
        Set<String> nodes) {
    /** @throws IllegalArgumentException if an amount is negative */
    public Appointment {
        nodes = Collections.unmodifiableSet(new TreeSet<>(nodes));
        if (bytes < 0 || length < 1 || !isAmount(rate) || !isAmount(served)) {
            throw new IllegalArgumentException("appointment " + id + " is of " + bytes + " bytes in " + length
                    + " s, at " + rate + " bytes/s, with " + served + " served");
        }
    }

    private static boolean isAmount(double number) {
        return number >= 0 && Double.isFinite(number);
    }

    Appointment begin(long slice) {
        return new Appointment(
                id, application, tenant, bytes, asked, slice, latest, length, rate, callback, true, served, nodes);
    }

    Appointment getting(double more) {
        return new Appointment(
                id,
                application,
                tenant,
                bytes,
                asked,
                start,
                latest,
                length,
                rate,
                callback,
                begun,
                served + more,
                nodes);
    }

    /** Whether both are for the disks of some node. */
    boolean meets(Set<String> others) {
        return nodes.isEmpty() || others.isEmpty() || !Collections.disjoint(nodes, others);
    }

    /** The first slice after the planned time. */
    long end() {
        return start + length;
    }

    /** The first slice in which it is over in any case: to catch up, it may take its planned duration once more. */
    long over() {
        return (begun || !callback ? start : latest) + 2 * length;
    }

    /** The promised bytes that are not served yet. */
    double due() {
        return Math.max(0, Math.min((double) bytes, rate * length) - served);
    }

    /** Whether it is over in that slice. */
    boolean isOver(long slice) {
        return slice >= over() || (begun && rate > 0 && due() <= 0);
    }

    /** Whether it occupies that time: as planned, or longer until it is fully served. */
    boolean isWithin(long from, long until, long slice) {
        long last = begun && slice >= end() ? slice + 1 : end();
        return start < until && last > from;
    }
}
