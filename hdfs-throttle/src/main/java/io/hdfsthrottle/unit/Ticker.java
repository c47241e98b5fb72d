package io.hdfsthrottle.unit;

/**
 * The only clock of the project: a monotone count of nanoseconds from an arbitrary start.
 *
 * <p>Wall-clock time never decides a share or a delay, so a clock that jumps does no harm. Tests and simulations use a
 * ticker set by hand.
 */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since an arbitrary moment; only differences mean anything. Never goes back. */
    long nanos();

    /** The machine's monotone clock. */
    static Ticker system() {
        return System::nanoTime;
    }
}
