package io.hdfsthrottle.law;

/**
 * What a disk's time goes into: so many nanoseconds a byte, and so many each time it is sent elsewhere. What a change of place takes is seen on pieces
 * that the disk serves alone: those that follow the piece before them take their transfer, the others a seek besides. Medians count, because whatever
 * else happens spoils one or the other. Not thread-safe.
 */
final class DiskModel {

    /** Pieces of each kind from which something is known. */
    static final int FEWEST = 5;

    private static final int SAMPLES = 31;
    private static final int LAST_EPOCHS = 3;

    /** No arm moves faster: what seems to cost less costs nothing. */
    private static final double LEAST_SEEK_NANOS = 1e6;

    /** No more of an interval than this goes into switches. */
    private static final double MOST_SWITCHING = 0.95;

    private final RecentMedian following = new RecentMedian(SAMPLES);
    private final RecentMedian elsewhere = new RecentMedian(SAMPLES);
    private final RecentMedian transfers = new RecentMedian(LAST_EPOCHS);
    private double nanosPerFollowing;
    private double nanosPerSwitch;
    private double nanosPerByte;

    /** The disk served a piece alone in that time. */
    void served(int bytes, boolean isSwitch, long nanos) {
        if (!isSwitch) {
            following.add((double) nanos / bytes);
        } else if (nanosPerFollowing > 0) {
            elsewhere.add(nanos - bytes * nanosPerFollowing);
        }
    }

    /**
     * What it did in an interval.
     *
     * @param isUsual whether it was asked as it is asked from now on; otherwise only the last interval counts
     * @param parallelism how many pieces it serves at once, at least 1: as many others go on while one waits for a seek
     */
    void learn(Epoch epoch, boolean isUsual, double parallelism) {
        if (following.count() >= FEWEST) {
            nanosPerFollowing = following.median();
        }
        if (isKnown()) {
            double median = elsewhere.median();
            nanosPerSwitch = median < LEAST_SEEK_NANOS ? 0 : median / parallelism;
        }
        double perByte = (double) epoch.nanos() / epoch.bytes();
        double switching = nanosPerSwitch * epoch.switches() / epoch.bytes();
        if (!isUsual) {
            transfers.forget();
        }
        transfers.add(Math.max(perByte - switching, (1 - MOST_SWITCHING) * perByte));
        nanosPerByte = transfers.median();
    }

    /** What the disk did in that epoch, in bytes a second, its switches included as what they cost. */
    double workPerSecond(Epoch epoch) {
        return (epoch.bytes() + epoch.switches() * bytesPerSwitch()) * 1e9 / epoch.nanos();
    }

    /** Whether enough changes of place were seen. */
    boolean isKnown() {
        return elsewhere.count() >= FEWEST;
    }

    /** Nanoseconds a byte; 0 while nothing is known. */
    double nanosPerByte() {
        return nanosPerByte;
    }

    /** What a switch costs, as bytes; 0 while nothing is known. */
    double bytesPerSwitch() {
        return nanosPerByte == 0 ? 0 : nanosPerSwitch / nanosPerByte;
    }
}
