package io.hdfsthrottle.tuning;

import java.time.Duration;
import java.util.Optional;

/**
 * Tunes the requests to a disk from its measured activity: the cost of a switch of position, and with it the quantum,
 * by {@link DiskModel}, the window by {@link WindowSearch}. An epoch in which the window differs is compared with the
 * epochs before and after it, so a load that changes over seconds does not confuse it. {@link Epoch} in, {@link Tuning}
 * out. Not thread-safe.
 */
public final class Tuner {

    /**
     * An epoch lasts at least this long; a quarter of it with a single piece outstanding, which costs much on an array.
     */
    public static final Duration EPOCH = Duration.ofMillis(200);

    /** An epoch has at least this many pieces. */
    public static final int PIECES = 32;

    /** A quantum is this many times the cost of a switch: the disk loses about a fifth to switches. */
    static final double QUANTUM = 4;

    /** The quantum of a disk of which nothing is known: on one that seeks, learning begins with little loss. */
    static final long FIRST_QUANTUM = 4L << 20;

    /** No quantum takes longer: five of the slowest seeks. */
    static final long LONGEST_QUANTUM_NANOS = 100_000_000L;

    /** A piece lasts at least this long, so that dispatching costs little. */
    private static final double PIECE_NANOS = 400_000;

    /** The first size of a piece, until the rate is known. */
    public static final int FIRST_PIECE = 128 << 10;

    /**
     * A disk that does more at once has several arms: it serves a request soon all the same, and is never kept waiting.
     */
    static final double MOST_PARALLEL = 3;

    /**
     * Epochs between two pairs once the window is found: trials disturb. Twice as many each time, up to about half a
     * minute.
     */
    private static final int FIRST_PAUSE = 8;

    private static final int MOST_PAUSE = 128;

    /**
     * What is outstanding for each stream on a disk that others use, too: the readahead of a DataNode by itself
     * ({@code dfs.datanode.readahead.bytes}).
     */
    private static final long SHARED_WINDOW = 4L << 20;

    /** The most probes: a disk with one stream has no switches to learn from. */
    private static final int MOST_PROBES = 8;

    /** A window that grew by this part is tried again soon. */
    private static final double CHANGE = 0.1;

    private final DiskModel disk = new DiskModel();
    private final WindowSearch window = new WindowSearch(2L * FIRST_PIECE);
    private final Leanness leanness = new Leanness();
    private long quantum;
    private int pause;
    private int longestPause = FIRST_PAUSE / 2;
    private int probes;
    private Trial trial;
    private Optional<Epoch> tried = Optional.empty();
    private Epoch before;

    /** The last epoch in which the disk was asked for little because a tenant was expected back. */
    private Optional<Epoch> lean = Optional.empty();

    /** A tuner of an unknown disk. */
    public Tuner() {
        this(FIRST_QUANTUM, Trial.PROBE);
    }

    private Tuner(long firstQuantum, Trial first) {
        this.quantum = firstQuantum;
        this.trial = first;
    }

    /**
     * A tuner of a disk that is asked for less than it gives: nothing can be learned of it, and nothing needs to be.
     */
    public static Tuner ofLimitedDisk() {
        return new Tuner(0, Trial.BASE);
    }

    /** The tuning until the next epoch is over. */
    Tuning tuning() {
        if (trial == Trial.PROBE) {
            return Tuning.probe(FIRST_PIECE, FIRST_QUANTUM / 4);
        }
        int piece = piece(quantum);
        long switchCost = (long) disk.bytesPerSwitch();
        boolean isParallel = window.isFound() && window.parallelism() > MOST_PARALLEL;
        boolean isSerial = quantum > 0 && !isParallel;
        if (trial == Trial.WINDOW) {
            // Without a quantum, no piece would follow the one before it, and the cost of a switch could not be
            // measured.
            long asked = window.isLarger(piece) ? quantum : Math.max(quantum, FIRST_QUANTUM / 4);
            return new Tuning(piece, window.trial(piece), asked, switchCost, isSerial, piece, window.trial(piece));
        }
        long bytes = Math.max(piece, window.window(piece));
        if (quantum > 0 || trial != Trial.NONE || isParallel) {
            return new Tuning(piece, bytes, quantum, switchCost, isSerial, piece, bytes);
        }
        int guestPiece = leanness.piece(piece);
        long guestWindow = leanness.window(window.leanWindow(piece, guestPiece), bytes);
        return new Tuning(piece, bytes, 0, switchCost, false, guestPiece, guestWindow);
    }

    /**
     * The tuning while the disk also serves much I/O that is not scheduled here. A disk's time is divided by what is
     * outstanding, so with a small window, or with small requests where their number is bounded, the others would get
     * nearly all of it.
     */
    Tuning sharedTuning(int streams) {
        long bytes =
                Math.min(WindowSearch.LARGEST, Math.max(window.window(Tuning.LARGEST_PIECE), streams * SHARED_WINDOW));
        long switchCost = (long) disk.bytesPerSwitch();
        long known = disk.isKnown() ? quantum : 0;
        return Tuning.shared(bytes, SHARED_WINDOW, known, switchCost);
    }

    /** Whether an epoch under {@link #tuning} is long enough after that time and that many pieces. */
    boolean isOver(long nanos, int pieces) {
        boolean isShort = trial == Trial.PROBE || (trial == Trial.WINDOW && !window.isLarger(piece(quantum)));
        return pieces >= PIECES && nanos >= EPOCH.toNanos() / (isShort ? 4 : 1);
    }

    /** The disk has done a piece that was not in memory. */
    void completed(Completion piece, long now) {
        disk.completed(piece, now);
    }

    /** An epoch under {@link #tuning} is over. */
    void learn(Epoch epoch) {
        if (trial == Trial.PROBE) {
            disk.learn(epoch, false, 1);
            takeQuantum();
            trial = disk.isKnown() || ++probes >= MOST_PROBES ? Trial.BASE : Trial.PROBE;
        } else if (trial == Trial.WINDOW) {
            tried = Optional.of(epoch);
            trial = Trial.BASE;
        } else if (!epoch.isSaturated()) {
            tried = Optional.empty();
        } else {
            disk.learn(epoch, window.isFound(), window.isFound() ? window.parallelism() : 1);
            takeQuantum();
            if (trial == Trial.NONE) {
                lean = epoch.isLean() ? Optional.of(epoch) : Optional.empty();
                pause = lean.isPresent() && !leanness.isSettled() ? 0 : pause - 1;
                trial = pause > 0 ? Trial.NONE : Trial.BASE;
            } else {
                learnBase(epoch);
            }
        }
    }

    /** An epoch under {@link #sharedTuning} is over, in which a stream waited all the time. */
    void learnThroughput(Epoch epoch) {
        disk.learn(epoch, window.isFound(), window.isFound() ? window.parallelism() : 1);
    }

    /** Learns from the epoch before the one that was tried, or the one after it. */
    private void learnBase(Epoch epoch) {
        boolean isSame = true;
        boolean isPair = lean.isPresent() && epoch.isLean();
        if (isPair) {
            leanness.learn(disk.workPerSecond(lean.get()) / disk.workPerSecond(epoch));
        }
        lean = Optional.empty();
        if (isPair && !leanness.isSettled()) { // one pair after the other until it is
            pause = 1;
            trial = Trial.NONE;
            return;
        }
        if (tried.isPresent()) {
            double windowBefore = (double) window.window(piece(quantum));
            compare(tried.get(), before.and(epoch));
            tried = Optional.empty();
            double change = window.window(piece(quantum)) / windowBefore - 1;
            isSame = change == 0;
            pause = !window.isSettled() ? 0 : change > CHANGE ? FIRST_PAUSE : nextPause();
        }
        before = epoch;
        trial = pause > 0 ? Trial.NONE : isSame ? Trial.WINDOW : Trial.BASE;
    }

    private int nextPause() {
        longestPause = Math.min(MOST_PAUSE, 2 * longestPause);
        return longestPause;
    }

    private void compare(Epoch trying, Epoch base) {
        if (trying.isSaturated() || window.isLarger(piece(quantum))) {
            window.learn(disk.workPerSecond(trying) / disk.workPerSecond(base), piece(quantum), quantum > 0);
        }
    }

    /** The disk's throughput without switches, in bytes a second; 0 while it is unknown. */
    public double bytesPerSecond() {
        double perByte = disk.nanosPerByte();
        return perByte == 0 ? 0 : 1e9 / perByte;
    }

    private void takeQuantum() {
        if (disk.isKnown()) {
            long bytes =
                    (long) Math.min(LONGEST_QUANTUM_NANOS * bytesPerSecond() / 1e9, QUANTUM * disk.bytesPerSwitch());
            if (bytes == 0 && quantum > 0) { // its pieces were large
                window.searchAgain();
                pause = 0;
                trial = Trial.BASE;
                tried = Optional.empty();
            }
            if (Math.abs(bytes - quantum) > CHANGE * quantum) {
                quantum = bytes;
            }
        }
    }

    private int piece(long forQuantum) {
        double byTime = bytesPerSecond() == 0 ? FIRST_PIECE : PIECE_NANOS * bytesPerSecond() / 1e9;
        double bytes = Math.max(byTime, forQuantum / 8.0);
        long pieces = Math.max(1, Math.round(bytes / Tuning.SMALLEST_PIECE));
        return (int) Math.min(Tuning.LARGEST_PIECE, pieces * Tuning.SMALLEST_PIECE);
    }

    private enum Trial {
        /** Streams are served one after the other, so that the time of each piece can be measured: at the beginning. */
        PROBE,
        /** Nothing is compared. */
        NONE,
        /** The epoch with which the next one is compared. */
        BASE,
        /** Another window. */
        WINDOW
    }
}
