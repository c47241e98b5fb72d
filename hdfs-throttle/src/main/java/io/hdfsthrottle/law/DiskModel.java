package io.hdfsthrottle.law;

/**
 * What a disk's time goes into: so many nanoseconds a byte, and so many each time it is sent elsewhere. Told apart by pairs of epochs that differ in
 * their quantum, and so in their switches; the median of the last pairs counts, because one pair may be spoiled by whatever else happens. Not
 * thread-safe.
 */
final class DiskModel {

    /** Pairs from which something is known; one that was spoiled does not matter then. */
    static final int FEWEST = 3;

    private static final int PAIRS = 7;

    /** Fewer say nothing of what each costs. */
    static final int FEWEST_SWITCHES = 4;

    /** No arm moves faster: what seems to cost less costs nothing. */
    private static final double LEAST_SEEK_NANOS = 1e6;

    /** An epoch that spent more on switches says that they cost less. */
    private static final double MOST_SWITCHING = 0.95;

    private final RecentMedian nanosPerSwitch = new RecentMedian(PAIRS);
    private double medianPerSwitch;
    private double nanosPerByte;

    /**
     * Two epochs that differ in their switches, as far as the streams let them.
     *
     * @return whether they do
     */
    boolean learn(Epoch one, Epoch other) {
        double difference = switchesPerByte(one) - switchesPerByte(other);
        if (Math.max(one.switches(), other.switches()) < FEWEST_SWITCHES
                || Math.abs(difference) < 0.1 * switchesPerByte(one)) {
            return false; // one stream alone, or random readers: the quantum changed nothing
        }
        nanosPerSwitch.add((nanosPerByte(one) - nanosPerByte(other)) / difference);
        double median = nanosPerSwitch.median();
        medianPerSwitch = median < LEAST_SEEK_NANOS ? 0 : median;
        return true;
    }

    /** An epoch with the present tuning. */
    void learn(Epoch epoch) {
        double switching = medianPerSwitch * switchesPerByte(epoch);
        if (switching > MOST_SWITCHING * nanosPerByte(epoch)) { // it cannot have cost so much
            nanosPerSwitch.forget();
            medianPerSwitch = 0;
            switching = 0;
        }
        nanosPerByte = nanosPerByte(epoch) - switching;
    }

    /** What the disk did in that epoch, in bytes a second, its switches included as what they cost. */
    double workPerSecond(Epoch epoch) {
        return (epoch.bytes() + epoch.switches() * bytesPerSwitch()) * 1e9 / epoch.nanos();
    }

    /** Whether enough pairs were seen. */
    boolean isKnown() {
        return nanosPerSwitch.count() >= FEWEST;
    }

    /** Nanoseconds a byte; 0 while nothing is known. */
    double nanosPerByte() {
        return nanosPerByte;
    }

    /** What a switch costs, as bytes; 0 while nothing is known. */
    double bytesPerSwitch() {
        return nanosPerByte == 0 || !isKnown() ? 0 : medianPerSwitch / nanosPerByte;
    }

    private static double switchesPerByte(Epoch epoch) {
        return (double) epoch.switches() / epoch.bytes();
    }

    private static double nanosPerByte(Epoch epoch) {
        return (double) epoch.nanos() / epoch.bytes();
    }
}
