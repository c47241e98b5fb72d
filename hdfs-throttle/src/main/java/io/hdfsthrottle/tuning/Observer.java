package io.hdfsthrottle.tuning;

/**
 * Observes a disk: counts its activity until an {@link Epoch} is over, has the {@link Tuner} learn from it, and lets
 * requests under the previous tuning complete before it counts again. Not thread-safe; times in nanoseconds of the
 * caller's clock.
 */
public final class Observer {

    /** An epoch counts as saturated if at least this part of its pieces left a stream waiting. */
    private static final double SATURATED = 0.9;

    /** A disk that has done nothing for so long, although it was asked for something, gives nothing. */
    private static final long SILENT_NANOS = 2_000_000_000L;

    /** A tenant that is expected back for one piece of this many makes an epoch lean. */
    private static final int OFTEN = 8;

    private final Tuner tuner;
    private Tuning tuning;
    private long measuredNanos;
    private boolean isIdle = true;
    private long idleNanos;

    /** When the disk did something last; later, if it was asked for nothing then. */
    private long answeredNanos;

    private boolean isFailing;
    private long failedNanos;

    private long epochNanos;
    private long bytes;
    private int pieces;
    private int switches;
    private int waiting;
    private int lean;
    private long settling;

    /** The streams on a disk that also serves I/O that is not scheduled here; 0 on others. */
    private int streams;

    /** An observer of a disk without requests yet. */
    public Observer(Tuner tuner) {
        this.tuner = tuner;
        this.tuning = tuner.tuning();
    }

    /** The current tuning of the disk. */
    public Tuning tuning() {
        return tuning;
    }

    /** The disk's throughput without switches, in bytes a second; 0 while it is unknown. */
    public double bytesPerSecond() {
        return tuner.bytesPerSecond();
    }

    /** When that was last measured. */
    public long measuredNanos() {
        return measuredNanos;
    }

    /** The disk is asked for something: the idle time before does not count for its throughput. */
    public void dispatched(long now) {
        if (isIdle) {
            epochNanos += now - idleNanos;
            isIdle = false;
            answeredNanos = isFailing ? answeredNanos : now;
        }
    }

    /** The disk has done something that it was asked for, perhaps late. */
    public void answered(long now) {
        answeredNanos = now;
        isFailing = false;
    }

    /** The disk could not do something that it was asked for, or has not answered for long. */
    public void failed(long now) {
        failedNanos = now;
        isFailing = true;
    }

    /** Whether the disk does nothing any more that it is asked for. */
    public boolean isSilent() {
        return isFailing && failedNanos - answeredNanos >= SILENT_NANOS;
    }

    /**
     * Whether the disk also serves much I/O that is not scheduled here, from now on. While it does, its properties are
     * not learned, but for its throughput.
     *
     * @param newStreams how many streams are served; 0 if the disk is not shared
     * @param outstanding the bytes that the disk was asked for and has not moved yet
     */
    public void share(int newStreams, long outstanding, long now) {
        boolean isSame = newStreams > 0 == streams > 0;
        streams = newStreams;
        tuning = next();
        if (!isSame) {
            begin(now);
            settling = outstanding + tuning.window();
        }
    }

    private Tuning next() {
        return streams > 0 ? tuner.sharedTuning(streams) : tuner.tuning();
    }

    /** The disk has nothing to do, and no stream wants anything of it. */
    public void idle(long now) {
        isIdle = true;
        idleNanos = now;
    }

    /** The disk has done a piece no part of which was in memory. */
    public void completed(Completion piece, long now) {
        if (streams == 0) {
            tuner.completed(piece, now);
        }
    }

    /**
     * Counts a piece for which the disk did work; {@link #tuning} may be another one afterwards.
     *
     * @param somebodyWaits whether a stream wanted a piece and waited for the window, and for nothing else
     * @param isLean whether a tenant that asks for less than its share is expected back
     * @param outstanding the bytes that the disk was asked for and has not moved yet
     */
    public void count(Completion piece, boolean somebodyWaits, boolean isLean, long outstanding, long now) {
        if (settling > 0) { // the previous window is still in the disk
            settling -= piece.length();
            epochNanos = now;
            return;
        }
        bytes += piece.length();
        pieces++;
        switches += piece.isSwitch() ? 1 : 0;
        waiting += somebodyWaits ? 1 : 0;
        lean += isLean ? 1 : 0;
        if (tuner.isOver(now - epochNanos, pieces)) {
            boolean saturated = waiting >= SATURATED * pieces;
            Epoch epoch = new Epoch(now - epochNanos, bytes, switches, saturated, lean > pieces / OFTEN);
            if (streams == 0) {
                tuner.learn(epoch);
            } else if (saturated) {
                tuner.learnThroughput(epoch);
            }
            measuredNanos = saturated ? now : measuredNanos;
            Tuning before = tuning;
            tuning = next();
            begin(now);
            boolean isSame = tuning.window() == before.window() && tuning.quantum() == before.quantum();
            settling = isSame ? 0 : outstanding + tuning.window();
        }
    }

    private void begin(long now) {
        epochNanos = now;
        bytes = 0;
        pieces = 0;
        switches = 0;
        waiting = 0;
        lean = 0;
    }
}
