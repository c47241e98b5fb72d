package io.hdfsthrottle.tuning;

/**
 * A piece of I/O that a disk has completed, with the properties from which the disk is measured. Sizes in bytes, times
 * in nanoseconds of the caller's clock.
 */
public interface Completion {

    /** Identifies its stream; compared by identity. */
    Object stream();

    /** Where it begins in the stream's file. */
    long offset();

    /** Its length, above 0. */
    int length();

    /** The offset behind it. */
    long end();

    /** When the disk was asked for it. */
    long dispatchedNanos();

    /** How many other pieces were outstanding then. */
    int ahead();

    /** Whether the piece before it on this disk was another stream's, or lay elsewhere. */
    boolean isSwitch();
}
