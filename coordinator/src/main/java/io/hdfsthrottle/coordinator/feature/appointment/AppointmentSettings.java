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

    /** Appointments are disabled. */
    public static final AppointmentSettings OFF =
            new AppointmentSettings(false, 1, 0.5, Duration.ofMinutes(1), 64, 4, 8, 0.5, Duration.ofMinutes(10));

    /** @throws IllegalArgumentException if a value is out of its range */
    public AppointmentSettings {
        boolean counts = atOnce >= 1 && most >= 1 && most <= LARGEST_QUEUE && mostOfOne >= 1;
        boolean parts = share > 0 && share <= MOST_SHARE && mostWeight >= 1 && afterwards > 0 && afterwards <= 1;
        if (!counts || !parts || longest.toSeconds() < 1 || forgotten.toSeconds() < 1) {
            throw new IllegalArgumentException("appointments are at least one, of a second or more, at most "
                    + LARGEST_QUEUE + " together, promised at most " + MOST_SHARE + ", and weigh 1 or more");
        }
    }

    /** The debt above which a tenant's appointments no longer change its weight: what one appointment is promised. */
    double mostOwed(double capacity) {
        return share * capacity * longest.toSeconds();
    }

    /** The defaults, switched on. */
    public static AppointmentSettings standard() {
        return new AppointmentSettings(
                true,
                OFF.atOnce,
                OFF.share,
                OFF.longest,
                OFF.most,
                OFF.mostOfOne,
                OFF.mostWeight,
                OFF.afterwards,
                OFF.forgotten);
    }
}
