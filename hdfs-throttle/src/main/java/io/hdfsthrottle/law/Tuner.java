package io.hdfsthrottle.law;

import java.time.Duration;

/**
 * Finds out how a disk is to be asked from what it did: the window by {@link WindowSearch}, the cost of a switch and with it the quantum by
 * {@link DiskModel}. Epochs alternate between the present tuning and one in which either the window or the quantum differs; each is compared with
 * the epoch before it, so a load that changes over seconds confuses neither. {@link Epoch} in, {@link Tuning} out. Not thread-safe.
 */
public final class Tuner {

    /** An epoch lasts at least this long. */
    public static final Duration EPOCH = Duration.ofMillis(200);

    /** And has at least so many pieces. */
    public static final int PIECES = 32;

    /** A quantum is so many times what a switch costs: the disk loses about a seventh to switches. */
    static final double QUANTUM = 5;

    /** The quantum of a disk of which nothing is known: on one that seeks, learning begins with little loss. */
    static final long FIRST_QUANTUM = 4L << 20;

    /** The longest quantum: at 150 MB/s, 200 ms. */
    static final long LARGEST_QUANTUM = 32L << 20;

    /** A piece lasts at least this long, so that dispatching costs little, */
    private static final double PIECE_NANOS = 400_000;

    /** and this is the first, until the rate is known. */
    private static final int FIRST_PIECE = 128 << 10;

    /** Every so many pairs one is about the quantum, once it is known; the first are, and until it is known every other. */
    private static final int QUANTUM_EVERY = 6;

    /** Epochs between two pairs once the window is found: trials disturb. */
    private static final int PAUSE = 16;

    private final DiskModel disk = new DiskModel();
    private final WindowSearch window = new WindowSearch(2L * FIRST_PIECE);
    private long quantum;
    private int pairs;
    private int pause;
    private boolean isHidden;
    private Trial trial = Trial.NONE;
    private Epoch without;

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
        long bytes = Math.max(piece, trial == Trial.WINDOW ? window.trial() : window.window());
        return new Tuning(piece, bytes, asked, (long) disk.bytesPerSwitch());
    }

    /** An epoch under {@link #tuning} is over. */
    public void learn(Epoch epoch) {
        switch (trial) {
            case WINDOW:
                if (epoch.isSaturated() || window.trial() > window.window()) {
                    window.learn(disk.workPerSecond(epoch) / disk.workPerSecond(without) - 1);
                }
                end();
                break;
            case QUANTUM:
                if (epoch.isSaturated()) {
                    isHidden = !disk.learn(without, epoch);
                    if (disk.isKnown()) {
                        takeQuantum((long) Math.min(LARGEST_QUANTUM, QUANTUM * disk.bytesPerSwitch()));
                    }
                }
                end();
                break;
            default:
                if (epoch.isSaturated()) {
                    disk.learn(epoch);
                    if (--pause < 0) {
                        without = epoch;
                        int every = disk.isKnown() ? QUANTUM_EVERY : 2;
                        boolean isFirst = pairs < QUANTUM_EVERY && !disk.isKnown() && epoch.switches() > 0;
                        trial = isFirst || pairs % every == 0 ? Trial.QUANTUM : Trial.WINDOW;
                        window.atLeast(piece(quantum));
                    }
                }
        }
    }

    private void end() {
        trial = Trial.NONE;
        pairs++;
        pause = window.isFound() && disk.isKnown() ? PAUSE : 0;
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
        // Larger than need be only where several are outstanding all the same.
        double byTime = Math.min(PIECE_NANOS * bytesPerSecond() / 1e9, window.window() / 4.0);
        double bytes = Math.max(bytesPerSecond() == 0 ? FIRST_PIECE : byTime, forQuantum / 8.0);
        long pieces = Math.max(1, Math.round(bytes / Tuning.SMALLEST_PIECE));
        return (int) Math.min(Tuning.LARGEST_PIECE, pieces * Tuning.SMALLEST_PIECE);
    }

    private enum Trial {
        NONE,
        WINDOW,
        QUANTUM
    }
}
