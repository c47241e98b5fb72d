package io.hdfsthrottle.pace;

/**
 * How late each of a tenant's threads has its turn: drawn anew with every piece of readahead. If all went at the same speed, all would
 * come to the end of their pieces at the same moment, and everybody else would wait for the disk behind all their next ones.
 *
 * <p>Thread-safe without a lock: two threads that draw at once may draw the same, and nothing is wrong then.
 */
final class Turns {

    /** Steps of this spread over 0 to 1 evenly, however many there are. */
    private static final double GOLDEN_RATIO = 0.6180339887498949;

    private static final int PERIOD = 1 << 20;

    private volatile int drawn;

    /** 0, first, to 1, last. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // see above
    double draw() {
        drawn = (drawn + 1) % PERIOD;
        return drawn * GOLDEN_RATIO % 1;
    }
}
