package io.hdfsthrottle.law;

import java.time.Duration;
import java.util.Optional;

/**
 * Finds out how a disk is to be asked from what it did: the window by {@link WindowSearch}, the cost of a switch and with it the quantum by
 * {@link DiskModel}. An epoch in which either the window or the quantum differs is compared with the epochs before and after it, so a load that
 * changes over seconds confuses neither. {@link Epoch} in, {@link Tuning} out. Not thread-safe.
 */
public final class Tuner {

    /** An epoch lasts at least this long; a quarter of it with a single piece outstanding, which costs much on an array. */
    public static final Duration EPOCH = Duration.ofMillis(200);

    /** And has at least so many pieces. */
    public static final int PIECES = 32;

    /** A quantum is so many times what a switch costs: the disk loses about a seventh to switches. */
    static final double QUANTUM = 5;

    /** The quantum of a disk of which nothing is known: on one that seeks, learning begins with little loss. */
    static final long FIRST_QUANTUM = 4L << 20;

    /** No quantum takes longer: five of the slowest seeks. */
    static final long LONGEST_QUANTUM_NANOS = 100_000_000L;

    /** A piece lasts at least this long, so that dispatching costs little, */
    private static final double PIECE_NANOS = 400_000;

    /** and this is the first, until the rate is known. */
    private static final int FIRST_PIECE = 128 << 10;

    /** A disk that does more at once serves a request soon all the same. */
    private static final double MOST_PARALLEL = 3;

    /** Every so many pairs one is about the quantum, once it is known; the first are, and until it is known every other. */
    private static final int QUANTUM_EVERY = 6;

    /** Epochs between two pairs once the window is found: trials disturb. Twice as many each time, up to about half a minute. */
    private static final int FIRST_PAUSE = 8;

    private static final int MOST_PAUSE = 128;

    /** A window that grew by this part is looked at again soon. */
    private static final double CHANGE = 0.1;

    private final DiskModel disk = new DiskModel();
    private final WindowSearch window = new WindowSearch(2L * FIRST_PIECE);
    private long quantum;
    private int pairs;
    private int pause;
    private int longestPause = FIRST_PAUSE / 2;
    private boolean isHidden;
    private Trial trial = Trial.BASE;
    private Trial triedAs = Trial.NONE;
    private Optional<Epoch> tried = Optional.empty();
    private Epoch before;

    /** Of a disk of which nothing is known. */
    public Tuner() {
        this(FIRST_QUANTUM);
    }

    private Tuner(long firstQuantum) {
        this.quantum = firstQuantum;
    }

    /** Of a disk that is asked for less than it gives: nothing can be learned of it, and nothing needs to be. */
    public static Tuner ofLimitedDisk() {
        return new Tuner(0);
    }

    /** How to ask until the next epoch is over. */
    public Tuning tuning() {
        long asked = trial == Trial.QUANTUM ? trialQuantum() : quantum;
        int piece = piece(asked);
        long bytes = trial == Trial.WINDOW ? window.trial(piece) : Math.max(piece, window.window(piece(quantum)));
        if (quantum > 0 || trial != Trial.NONE || window.parallelism() > MOST_PARALLEL) {
            return new Tuning(piece, bytes, asked, (long) disk.bytesPerSwitch(), piece, bytes);
        }
        int guestPiece = Math.min(piece, Math.max(Tuning.SMALLEST_PIECE * 3 / 8, piece / 4));
        return new Tuning(
                piece, bytes, 0, (long) disk.bytesPerSwitch(), guestPiece, window.leanWindow(piece, guestPiece));
    }

    /** Whether an epoch under {@link #tuning} says enough after that time and so many pieces. */
    boolean isOver(long nanos, int pieces) {
        boolean isShort = trial == Trial.WINDOW && !window.isLarger(piece(quantum));
        return pieces >= PIECES && nanos >= EPOCH.toNanos() / (isShort ? 4 : 1);
    }

    /** An epoch under {@link #tuning} is over. */
    public void learn(Epoch epoch) {
        if (trial == Trial.WINDOW || trial == Trial.QUANTUM) {
            tried = Optional.of(epoch);
            triedAs = trial;
            trial = Trial.BASE;
        } else if (!epoch.isSaturated()) {
            tried = Optional.empty();
        } else {
            disk.learn(epoch);
            if (trial == Trial.NONE) {
                trial = --pause > 0 ? Trial.NONE : Trial.BASE;
            } else {
                learnBase(epoch);
            }
        }
    }

    /** The epoch before the one that was tried, or the one after it. */
    private void learnBase(Epoch epoch) {
        boolean isSame = true;
        if (tried.isPresent()) {
            double windowBefore = (double) window.window(piece(quantum));
            long quantumBefore = quantum;
            compare(tried.get(), before.and(epoch));
            tried = Optional.empty();
            pairs++;
            double change = window.window(piece(quantum)) / windowBefore - 1;
            isSame = change == 0 && quantumBefore == quantum;
            boolean isFound = window.isSettled() && (disk.isKnown() || pairs >= 2 * QUANTUM_EVERY);
            pause = !isFound ? 0 : change > CHANGE ? FIRST_PAUSE : nextPause();
        }
        before = epoch;
        if (pause > 0) {
            trial = Trial.NONE;
        } else if (isSame) {
            int every = disk.isKnown() && quantum == 0 ? QUANTUM_EVERY : 2;
            boolean isFirst = pairs < QUANTUM_EVERY && !disk.isKnown() && epoch.switches() > 0;
            trial = isFirst || pairs % every == 0 ? Trial.QUANTUM : Trial.WINDOW;
        }
    }

    private int nextPause() {
        longestPause = Math.min(MOST_PAUSE, 2 * longestPause);
        return longestPause;
    }

    private void compare(Epoch trying, Epoch base) {
        if (triedAs == Trial.WINDOW) {
            if (trying.isSaturated() || window.isLarger(piece(quantum))) {
                window.learn(disk.workPerSecond(trying) / disk.workPerSecond(base), piece(quantum));
            }
        } else if (trying.isSaturated()) {
            isHidden = !disk.learn(base, trying);
            if (disk.isKnown()) {
                takeQuantum((long)
                        Math.min(LONGEST_QUANTUM_NANOS * bytesPerSecond() / 1e9, QUANTUM * disk.bytesPerSwitch()));
            }
        }
    }

    /** What the disk gives without a switch, in bytes a second; 0 while nothing is known. */
    public double bytesPerSecond() {
        double perByte = disk.nanosPerByte();
        return perByte == 0 ? 0 : 1e9 / perByte;
    }

    private void takeQuantum(long bytes) {
        if (bytes == 0 && quantum > 0) { // its pieces were large
            window.searchAgain();
        }
        quantum = bytes;
    }

    /**
     * Far enough from the present one for the difference to be seen: less while nothing is known, more afterwards. None at all where the switches of
     * random readers hide it.
     */
    private long trialQuantum() {
        if (quantum == 0) {
            return FIRST_QUANTUM / 4; // enough to see, too little to disturb
        }
        return disk.isKnown() ? 2 * quantum : isHidden ? 0 : quantum / 8;
    }

    private int piece(long forQuantum) {
        double byTime = bytesPerSecond() == 0 ? FIRST_PIECE : PIECE_NANOS * bytesPerSecond() / 1e9;
        double bytes = Math.max(byTime, forQuantum / 8.0);
        long pieces = Math.max(1, Math.round(bytes / Tuning.SMALLEST_PIECE));
        return (int) Math.min(Tuning.LARGEST_PIECE, pieces * Tuning.SMALLEST_PIECE);
    }

    private enum Trial {
        /** Nothing is compared. */
        NONE,
        /** What the next epoch is compared with. */
        BASE,
        WINDOW,
        QUANTUM
    }
}
