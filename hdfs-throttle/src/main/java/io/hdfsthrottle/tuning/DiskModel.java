package io.hdfsthrottle.tuning;

/**
 * A model of a disk's time: nanoseconds per byte, and nanoseconds per switch of position. The time of a byte is
 * measured on pieces of one stream that complete one after the other while the next one waits; the time of a switch, on
 * pieces of another position that the disk begins with. Medians count, because other activity distorts single samples.
 * Not thread-safe.
 */
final class DiskModel {

    /** The fewest pieces of each kind for an estimate. */
    static final int FEWEST = 5;

    private static final int SAMPLES = 31;

    private static final int LAST_EPOCHS = 3;

    /** No arm moves faster: a smaller measured cost counts as none. */
    private static final double LEAST_SEEK_NANOS = 1e6;

    /** The largest part of an interval that goes into switches. */
    private static final double MOST_SWITCHING = 0.95;

    private final RecentMedian following = new RecentMedian(SAMPLES);
    private final RecentMedian alone = new RecentMedian(SAMPLES);
    private final RecentMedian elsewhere = new RecentMedian(SAMPLES);
    private final RecentMedian transfers = new RecentMedian(LAST_EPOCHS);
    private Object last;
    private long lastEnd;
    private long lastNanos;
    private boolean hasOneArm;
    private double nanosPerFollowing;
    private double nanosPerSwitch;
    private double nanosPerByte;

    /** The disk has done a piece that was not in memory. */
    void completed(Completion piece, long now) {
        if (piece.length() >= Tuning.SMALLEST_PIECE) {
            long nanos = now - piece.dispatchedNanos();
            if (isNext(piece)) {
                following.add((double) (now - lastNanos) / piece.length());
            } else if (piece.ahead() == 0 && !piece.isSwitch()) {
                alone.add((double) nanos / piece.length());
            } else if (piece.ahead() == 0 && nanosPerFollowing > 0) {
                elsewhere.add(nanos - piece.length() * nanosPerByteAlone());
            }
        }
        last = piece.stream();
        lastEnd = piece.end();
        lastNanos = now;
    }

    /** With several arms two pieces are done in the time of one. */
    private double nanosPerByteAlone() {
        return alone.count() < FEWEST ? nanosPerFollowing : Math.max(nanosPerFollowing, alone.median());
    }

    /**
     * Whether the disk went on with it at the same position, without a pause. With several arms pieces are done at
     * once.
     */
    private boolean isNext(Completion piece) {
        return piece.stream() == last
                && piece.offset() == lastEnd
                && piece.dispatchedNanos() <= lastNanos
                && (hasOneArm || piece.ahead() == 1);
    }

    /**
     * Learns from the disk's activity in an interval.
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
        double transfer = Math.max(perByte - switching, (1 - MOST_SWITCHING) * perByte);
        boolean maySeek = nanosPerSwitch > 0 && parallelism <= Tuner.MOST_PARALLEL;
        hasOneArm = isUsual && maySeek;
        // An epoch also contains seeks that were not counted, as for checksums and the file system's own blocks.
        transfers.add(maySeek ? Math.min(nanosPerFollowing, transfer) : transfer);
        nanosPerByte = transfers.median();
    }

    /** The disk's throughput in that epoch, in bytes a second, its switches included at their cost. */
    double workPerSecond(Epoch epoch) {
        return (epoch.bytes() + epoch.switches() * bytesPerSwitch()) * 1e9 / epoch.nanos();
    }

    /** Whether enough switches were measured. */
    boolean isKnown() {
        return elsewhere.count() >= FEWEST;
    }

    /** Nanoseconds a byte; 0 while nothing is known. */
    double nanosPerByte() {
        return nanosPerByte;
    }

    /** The cost of a switch, as bytes; 0 while it is unknown. */
    double bytesPerSwitch() {
        return nanosPerByte == 0 ? 0 : nanosPerSwitch / nanosPerByte;
    }
}
