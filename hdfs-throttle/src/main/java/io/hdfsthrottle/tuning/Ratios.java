package io.hdfsthrottle.tuning;

/**
 * Collects ratios of an epoch to the one beside it, and tests them against a bound in spite of their noise. Not
 * thread-safe.
 */
final class Ratios {

    /** With fewer their noise is unknown. */
    static final int FEWEST_RATIOS = 3;

    private int count;
    private double sum;
    private double squares;

    void add(double ratio) {
        double log = Math.log(ratio);
        count++;
        sum += log;
        squares += log * log;
    }

    void forget() {
        count = 0;
        sum = 0;
        squares = 0;
    }

    int count() {
        return count;
    }

    /** The mean; not to be called before a ratio was added. */
    double mean() {
        return Math.exp(sum / count);
    }

    /** Whether the mean is above that by more than its standard error. */
    boolean areAbove(double bound) {
        return count >= FEWEST_RATIOS && sum / count - error() > Math.log(bound);
    }

    /** Whether the mean is below that by more than its standard error. */
    boolean areBelow(double bound) {
        return count >= FEWEST_RATIOS && sum / count + error() < Math.log(bound);
    }

    private double error() {
        double variance = Math.max(0, (squares - sum * sum / count) / (count - 1));
        return Math.sqrt(variance / count);
    }
}
