package io.hdfsthrottle.window;

import io.hdfsthrottle.unit.Rate;

/**
 * How much a disk is asked for at once. The window is a few pieces and what a disk of this rate moves in a few of its
 * latencies: enough for a disk that serves many requests at once, and little enough for whoever comes next. The rate is
 * the largest of the last epochs in which streams waited, so a window that is too small grows with what it moves. The
 * latency is what a piece takes besides its transfer if the disk has nothing else to do, which is probed now and then.
 * What the kernel calls rotational is served in quanta, unless a probe finds that it does not seek. Not thread-safe;
 * times in nanoseconds of the caller's clock.
 */
public final class Window {

    /** A piece lasts about this long: shorter ones cost processor time, longer ones keep others waiting. */
    static final long PIECE_NANOS = 4_000_000L;

    /** The rate in bytes a second until it is known, and the least: requests of a slow disk are no smaller. */
    static final double FIRST_RATE = 32 << 20;

    /**
     * So many pieces and latencies are outstanding. Where more pieces than that are moved in a latency, a disk is an array
     * of several.
     */
    public static final int PIECES = 2;

    static final int LATENCIES = 6;

    /** No window lasts longer, in nanoseconds. */
    public static final long LONGEST_NANOS = 35_000_000L;

    /** The largest window: that of a disk array of a hundred disks. */
    static final long LARGEST_WINDOW = 64L << 20;

    /** A seek of an arm with the rotation after it. */
    static final long SEEK_NANOS = 7_000_000L;

    /** A quantum takes as long as so many seeks: they take a fifth of the disk's time then. */
    static final int QUANTUM_SEEKS = 4;

    /** The size of a piece while a tenant that is hurt by waiting is expected back. */
    static final int GUEST_PIECE = 32 << 10;

    /** An epoch lasts at least this long. */
    static final long EPOCH_NANOS = 100_000_000L;

    /**
     * An epoch counts if at least this part of its pieces left a stream waiting; and a window that is too small grows with
     * the rate, until less than the rest is gained.
     */
    static final double SATURATED = 0.9;

    /** The least pieces of an epoch, the epochs that count, and the pieces of a probe. */
    static final int SAMPLES = 8;

    /** The probes that count. */
    static final int PROBES = 4;

    /** The first probe begins after so long; each pause is twice as long as the one before it, up to the longest. */
    static final long FIRST_PROBE_NANOS = 500_000_000L;

    static final long PROBE_NANOS = 10_000_000_000L;

    /**
     * What is outstanding for each stream on a disk that others use, too: the readahead of a DataNode by itself
     * ({@code dfs.datanode.readahead.bytes}).
     */
    static final int SHARED_WINDOW = 4 << 20;

    /** The largest piece of a write there: some of the largest requests that Linux makes by default (1,280 KiB). */
    static final int SHARED_WRITE = 4 * (1280 << 10);

    /** The rate that is set; 0 if it is to be measured. */
    private final double configured;

    private final RecentEpochs epochs = new RecentEpochs(SAMPLES);

    /** Of pieces that follow one another, which checksum files may keep waiting, and of small ones that do not. */
    private final RecentProbes following = new RecentProbes(SAMPLES, PROBES, 4);

    private final RecentProbes elsewhere = new RecentProbes(SAMPLES, PROBES, 2);
    private Requests requests;
    private boolean isRotational;

    /** The streams on a disk that also serves I/O that is not scheduled here; 0 on others. */
    private int streams;

    private boolean isIdle = true;
    private boolean isAtRest = true;
    private long idleNanos;
    private long measuredNanos;
    private long epochNanos;
    private long bytes;
    private int pieces;
    private int waiting;
    private int forGuests;
    private boolean isProbing;

    /** Whether the rate is measured now, whoever is expected. */
    private boolean isLearning;

    private long pauseNanos = FIRST_PROBE_NANOS;
    private long probeNanos = Long.MAX_VALUE;

    private Window(double configured) {
        this.configured = configured;
        this.isLearning = configured == 0;
        decide();
    }

    /** The window of a disk of which nothing is known yet. */
    public static Window ofUnknownDisk() {
        return new Window(0);
    }

    /** The window of a disk that is asked for no more than that. */
    public static Window ofDiskLimitedTo(Rate rate) {
        return new Window((double) rate.bytesPerSecond());
    }

    /** What the disk is asked for at once now. */
    public Requests requests() {
        return requests;
    }

    /** The disk's throughput, in bytes a second: what is set until it was measured; 0 while it is unknown. */
    public double bytesPerSecond() {
        double measured = epochs.mean();
        return measured > 0 ? measured : configured;
    }

    /** When that was last measured. */
    public long measuredNanos() {
        return measuredNanos;
    }

    /** Whether the kernel calls the disk rotational, as it does with many that do not seek: a probe tells. */
    public void rotational(boolean now) {
        isRotational = now;
        decide();
    }

    /**
     * Whether the disk also serves much I/O that is not scheduled here, from now on. A disk's time is divided by what
     * is outstanding, so with a small window, or with small requests where their number is bounded, the others would get
     * nearly all of it.
     *
     * @param newStreams how many streams are served; 0 if the disk is not shared
     */
    public void share(int newStreams, long now) {
        boolean isSame = newStreams > 0 == streams > 0;
        streams = newStreams;
        if (!isSame) {
            isProbing = false;
            begin(now);
        }
        decide();
    }

    /**
     * The disk is asked for something: time in which it did nothing before does not count for its throughput.
     *
     * @param isShort whether it is a short read, with which no probe begins once the disk is known
     */
    public void dispatched(boolean isShort, long now) {
        if (isIdle) {
            long pause = now - idleNanos;
            epochNanos += isAtRest ? pause : Math.max(0, pause - EPOCH_NANOS);
            isIdle = false;
        }
        if (probeNanos == Long.MAX_VALUE) {
            probeNanos = now + FIRST_PROBE_NANOS;
        }
        boolean isTelling = !isShort || !elsewhere.isKnown();
        if (!isProbing && isTelling && now - probeNanos >= 0 && streams == 0) {
            isProbing = true;
            decide();
        }
    }

    /** Whether pieces are dispatched one at a time now, so that their durations measure the disk's latency. */
    public boolean isProbing() {
        return isProbing;
    }

    /**
     * The disk is asked for nothing, and no stream wants anything of it.
     *
     * @param writes whether it has written last: the kernel goes on for a while to write what streams leave it
     */
    public void idle(boolean writes, long now) {
        isIdle = true;
        isAtRest = !writes;
        idleNanos = now;
    }

    /**
     * The disk has done a piece no part of which was in memory, and nothing else meanwhile.
     *
     * @param follows whether the piece before it ended where it begins
     * @param nanos how long that took, from the dispatch on
     */
    public void servedAlone(int length, boolean follows, long nanos) {
        boolean isFirst = !following.isOver();
        if (isProbing && length == requests.piece() && (follows == isFirst || !isRotational)) {
            (isFirst ? following : elsewhere).add(length, (double) nanos);
        }
    }

    /**
     * The disk has done a piece.
     *
     * @param somebodyWaits whether a stream wanted a piece and waited for the window, and for nothing else
     * @param isForGuests whether the window was small because a tenant of little demand is expected back
     */
    public void served(int length, boolean somebodyWaits, boolean isForGuests, long now) {
        if (isProbing) {
            lost(now);
            return;
        }
        bytes += length;
        pieces++;
        waiting += somebodyWaits ? 1 : 0;
        forGuests += isForGuests && requests.guestWindow() < requests.window() ? 1 : 0;
        if (pieces >= SAMPLES && now - epochNanos >= EPOCH_NANOS) {
            if (waiting >= SATURATED * pieces && (isLearning || forGuests < (1 - SATURATED) * pieces)) {
                double before = epochs.largest();
                epochs.add(bytes, now - epochNanos);
                isLearning = configured == 0 && epochs.largest() - before > (1 - SATURATED) * before;
                measuredNanos = now;
                decide();
            }
            begin(now);
        }
    }

    /** A piece is no longer waited for: what the disk did meanwhile is not known. */
    public void lost(long now) {
        if (isProbing) {
            probed(now);
        }
        begin(now);
    }

    private void probed(long now) {
        if (!following.isOver()) {
            following.asked();
        } else if (!elsewhere.isOver()) {
            elsewhere.asked();
        }
        if (elsewhere.isOver()) {
            following.end();
            elsewhere.end();
            isProbing = false;
            isLearning = configured == 0;
            pauseNanos = Math.min(PROBE_NANOS, 2 * pauseNanos);
            probeNanos = now + pauseNanos;
        }
        decide();
    }

    private void begin(long now) {
        epochNanos = now;
        idleNanos = now;
        bytes = 0;
        pieces = 0;
        waiting = 0;
        forGuests = 0;
    }

    /** The power of two that takes about the time of a piece. */
    private static int piece(double perNano) {
        int piece = Requests.SMALLEST_PIECE;
        while (piece < Requests.LARGEST_PIECE && piece * Math.sqrt(2) < PIECE_NANOS * perNano) {
            piece *= 2;
        }
        return piece;
    }

    private boolean seeks(double perNano) {
        double more = elsewhere.latency(perNano) - following.latency(perNano);
        return isRotational && !(elsewhere.isKnown() && more < PIECE_NANOS / 2);
    }

    private void decide() {
        double perNano = Math.max(configured > 0 ? configured : epochs.largest(), FIRST_RATE) / 1e9;
        int piece = piece(perNano);
        // What the disk moves while a piece alone waits for it, besides that piece.
        double beside = following.latency(perNano) * perNano;
        boolean isArray = beside > (double) PIECES * piece;
        double most = Math.min((double) LARGEST_WINDOW, LONGEST_NANOS * perNano);
        double enough = PIECES * piece + LATENCIES * beside;
        double few = LATENCIES / 2.0 * (piece + beside);
        long window = (long) Math.max((double) PIECES * piece, Math.min(most, enough));
        // Where every epoch has seeks, none moves as much as the disk could move meanwhile.
        double moved = configured > 0 ? perNano : Math.max(perNano, following.bytesPerNano());
        long seek = (long) (SEEK_NANOS * moved);
        long quantum = QUANTUM_SEEKS * seek;
        boolean seeks = seeks(perNano);
        if (streams > 0) {
            long shared = Math.min(LARGEST_WINDOW, Math.max(window, (long) streams * SHARED_WINDOW));
            Requests large = Requests.of(Requests.LARGEST_PIECE, shared)
                    .readingAhead(SHARED_WINDOW)
                    .writing(SHARED_WRITE);
            requests = seeks ? large.seeking(quantum, seek, false) : large;
        } else if (isProbing) {
            requests = following.isOver()
                    ? Requests.of(Requests.SMALLEST_PIECE, Requests.SMALLEST_PIECE)
                    : Requests.of(piece, piece).seeking(isRotational ? quantum : 0, 0, isRotational);
        } else if (seeks) {
            requests = Requests.of(piece, isArray ? window : (long) few)
                    .seeking(quantum, seek, !isArray)
                    .readingAhead(quantum);
        } else {
            requests = Requests.of(piece, window);
            if (!isLearning && elsewhere.isKnown()) {
                double guests = isArray ? few : GUEST_PIECE + elsewhere.lastLatency(perNano) * perNano;
                requests = requests.guests(isArray ? piece : GUEST_PIECE, (long) Math.min(guests, (double) window));
            }
        }
    }
}
