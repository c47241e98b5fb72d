package io.hdfsthrottle.coordinator.feature.attest;

/**
 * What was given and what was promised, each a mean over the last seconds: a report of one second says little.
 *
 * @param given bytes per second
 * @param promised bytes per second
 * @param nanos when
 */
record Smoothed(double given, double promised, long nanos) {
    private static final double SECONDS = 3;
    private static final double NANOS = 1e9;

    /** After another value; the first is taken as it is. */
    static Smoothed after(Smoothed before, double given, double promised, long nanos) {
        if (before == null) {
            return new Smoothed(given, promised, nanos);
        }
        double part = 1 - Math.exp(-(nanos - before.nanos) / NANOS / SECONDS);
        return new Smoothed(
                before.given + part * (given - before.given),
                before.promised + part * (promised - before.promised),
                nanos);
    }
}
