package io.hdfsthrottle.pace;

/** The mean rate of the last ticks: readahead comes in pieces that one tick does not even out. Used by the controller's thread alone. */
final class RecentRate {

    private static final int TICKS = 8;

    private final double[] rates = new double[TICKS];
    private int next;
    private int known;

    void add(double bytesPerSecond) {
        rates[next] = bytesPerSecond;
        next = (next + 1) % TICKS;
        known = Math.min(known + 1, TICKS);
    }

    /** In bytes per second; 0 before the first. */
    double mean() {
        double sum = 0;
        for (double rate : rates) {
            sum += rate;
        }
        return known == 0 ? 0 : sum / known;
    }
}
