package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.demand.DiskShare;

/**
 * What a tenant has of a disk or of several, in the mean of a while.
 *
 * @param given what it was charged, in bytes per second
 * @param entitled what it was due of its demand, in bytes per second
 * @param demand what it would have used, in bytes per second
 * @param waited how long its threads waited, in milliseconds per second, summed over threads
 */
record Figures(double given, double entitled, double demand, double waited) {
    static final Figures ZERO = new Figures(0, 0, 0, 0);

    private static final double SMOOTHING = 0.3;

    /** Those in the four cells from there on. */
    static Figures of(char[] cells, int at) {
        return new Figures(
                Cell.number(cells[at]),
                Cell.number(cells[at + 1]),
                Cell.number(cells[at + 2]),
                Cell.number(cells[at + 3]));
    }

    char[] cells() {
        return new char[] {Cell.of(given), Cell.of(entitled), Cell.of(demand), Cell.of(waited)};
    }

    static Figures of(DiskShare share, double waited) {
        return new Figures(share.given(), share.due(), share.demand(), waited);
    }

    Figures and(Figures other) {
        return new Figures(
                given + other.given, entitled + other.entitled, demand + other.demand, waited + other.waited);
    }

    Figures times(double factor) {
        return new Figures(given * factor, entitled * factor, demand * factor, waited * factor);
    }

    /** The mean of a sum over what is known of a time, and of waits over all of it. */
    Figures mean(long known, long slots) {
        return new Figures(given / known, entitled / known, demand / known, waited / slots);
    }

    /** What is left of these without those; what is within the error of {@link Cell} is nothing. */
    Figures without(Figures part) {
        return new Figures(
                left(given, part.given),
                left(entitled, part.entitled),
                left(demand, part.demand),
                left(waited, part.waited));
    }

    private static double left(double whole, double part) {
        double left = whole - part;
        return left > 4 * Cell.ERROR * whole ? left : 0;
    }

    /** These with the waits of the last seconds: a report may come late, and then there are two in the next second. */
    Figures smoothed(Figures before) {
        return new Figures(given, entitled, demand, smoothed(waited, before.waited));
    }

    static double smoothed(double now, double before) {
        return SMOOTHING * now + (1 - SMOOTHING) * before;
    }

    boolean isNothing() {
        return demand <= 0 && given <= 0 && waited <= 0;
    }
}
