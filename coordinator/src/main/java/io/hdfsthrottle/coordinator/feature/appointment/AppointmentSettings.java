package io.hdfsthrottle.coordinator.feature.appointment;

import java.time.Duration;

/**
 * Settings of appointments for I/O: promises and limits.
 *
 * @param on whether appointments are enabled
 * @param atOnce the maximum number in force at a time, unless a deadline forces more
 * @param share the part of the capacity of all disks promised to one: above 0, below {@link #MOST_SHARE}
 * @param longest how long the promise of one holds; an application that reads more gets the rest without
 * @param most the maximum number that is open at a time, including those in force
 * @param mostOfOne the same for one application
 * @param mostWeight the largest weight factor of a tenant with an appointment
 * @param afterwards the weight factor of a tenant that returns what it got beyond its fair share
 * @param forgotten the time after the last appointment at which an unreturned debt expires
 */
public record AppointmentSettings(
        boolean on,
        int atOnce,
        double share,
        Duration longest,
        int most,
        int mostOfOne,
        double mostWeight,
        double afterwards,
        Duration forgotten) {
    /** Maximum of all promises together: some capacity is left to tenants without appointments. */
    public static final double MOST_SHARE = 0.9;

    /** The number of appointments that fit into the snapshot. */
    public static final int LARGEST_QUEUE = 256;

    /** The defaults: no appointments. */
    public static final AppointmentSettings OFF = standard(false);

    /** The debt above which a tenant's appointments no longer change its weight: what one appointment is promised. */
    double mostOwed(double capacity) {
        return share * capacity * longest.toSeconds();
    }

    /** The defaults, switched on or off. */
    public static AppointmentSettings standard(boolean on) {
        return new AppointmentSettings(on, 1, 0.5, Duration.ofMinutes(1), 64, 4, 8, 0.5, Duration.ofMinutes(10));
    }
}
