package io.hdfsthrottle.pace;

/**
 * What was moved a second, over the last seconds or since it began anew: long enough to even out what readahead makes of a rate.
 * Used by the controller's thread alone.
 */
final class SteadyRate {

    /** Of a tick, once there were many: two seconds. */
    private static final double LEAST_PART = 0.025;

    private double mean;
    private int ticks;

    void add(double bytesPerSecond) {
        ticks = Math.min(ticks + 1, (int) (1 / LEAST_PART));
        mean += (bytesPerSecond - mean) / ticks;
    }

    /** In bytes per second; 0 before the first. */
    double mean() {
        return mean;
    }

    /** Forgets what was. */
    void begin() {
        ticks = 0;
    }
}
