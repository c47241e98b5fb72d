package io.hdfsthrottle.law;

import java.util.Optional;

/** Measures what a disk does under one tuning, epoch by epoch. Not thread-safe. */
final class EpochMeter {

    /** An epoch counts as saturated if at least this part of its pieces left somebody waiting. */
    private static final double SATURATED = 0.9;

    private final Tuner tuner;
    private long beginNanos;
    private boolean isIdle = true;
    private long idleNanos;
    private long bytes;
    private int pieces;
    private int switches;
    private int waiting;
    private long settling;

    /** For that tuner, who says how long an epoch is. */
    EpochMeter(Tuner tuner) {
        this.tuner = tuner;
    }

    /** The disk was asked for something. */
    void busy(long now) {
        if (isIdle) {
            beginNanos += now - idleNanos; // nobody's throughput
            isIdle = false;
        }
    }

    /** The disk has done what it was asked for, and nobody wants more. */
    void idle(long now) {
        isIdle = true;
        idleNanos = now;
    }

    /** The disk is asked in another way from now on: what it was asked for before does not count, nor the first window. */
    void settle(long bytesBefore) {
        settling = bytesBefore;
    }

    /** The disk has done a piece, with others waiting or not: the epoch, if that was its last one. */
    Optional<Epoch> completed(Piece piece, boolean othersWait, long now) {
        if (settling > 0) {
            settling -= piece.length();
            beginNanos = now;
            return Optional.empty();
        }
        bytes += piece.length();
        pieces++;
        switches += piece.isSwitch ? 1 : 0;
        waiting += othersWait ? 1 : 0;
        if (!tuner.isOver(now - beginNanos, pieces)) {
            return Optional.empty();
        }
        Epoch epoch = new Epoch(now - beginNanos, bytes, switches, waiting >= SATURATED * pieces);
        beginNanos = now;
        bytes = 0;
        pieces = 0;
        switches = 0;
        waiting = 0;
        return Optional.of(epoch);
    }
}
