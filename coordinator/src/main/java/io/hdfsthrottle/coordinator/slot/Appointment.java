package io.hdfsthrottle.coordinator.slot;

import io.hdfsthrottle.identity.Tenant;

/**
 * One appointment. Times are seconds since 1970: the numbers of slices. Immutable.
 *
 * @param id its number
 * @param application whose it is
 * @param tenant whose weight it moves
 * @param bytes how much it is for
 * @param asked when it was asked for
 * @param start when it begins or began; while it waits for a call, the latest plan
 * @param latest it never begins later
 * @param length for how long it is planned
 * @param rate what it is promised, bytes per second; 0 if nothing was known of the disks
 * @param callback whether it may be called sooner than planned
 * @param begun whether it has begun
 * @param served what it has got, bytes
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
        double served) {

    Appointment begin(long slice) {
        return new Appointment(
                id, application, tenant, bytes, asked, slice, latest, length, rate, callback, true, served);
    }

    Appointment getting(double more) {
        return new Appointment(
                id, application, tenant, bytes, asked, start, latest, length, rate, callback, begun, served + more);
    }

    /** The first slice after what was planned. */
    long end() {
        return start + length;
    }

    /** The first slice in which it is over in any case: what it did not get in its time, it may get in as much again. */
    long over() {
        return (begun || !callback ? start : latest) + 2 * length;
    }

    /** What it is still to get of what was promised, bytes. */
    double due() {
        return Math.max(0, Math.min((double) bytes, rate * length) - served);
    }

    /** Whether it is over in that slice. */
    boolean isOver(long slice) {
        return slice >= over() || (begun && rate > 0 && due() <= 0);
    }

    /** Whether it takes up that time: as planned, or longer while it has not got what it is for. */
    boolean isWithin(long from, long until, long slice) {
        long last = begun && slice >= end() ? slice + 1 : end();
        return start < until && last > from;
    }
}
