package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Rate;
import java.util.List;

/**
 * What a disk gives: the mean of the last ticks, and the best of the last seconds to compare it with.
 *
 * <p>Waiting for the slowest is only right while the disk uses the time that others leave it. If it gives clearly less than it
 * could, whoever is waited for cannot use what it is left (one small read at a time, say): it is excused for a while, longer each
 * time, and paced by what it moves. Used by the controller's thread alone.
 */
final class DeviceYield {

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST = 1 << 20;

    /** The memory of the mean, in ticks: readahead comes in pieces that one tick does not even out. */
    private static final int TICKS = 8;

    /** What is left of the best after each tick: half of it after seven seconds, so that a disk may become slower. */
    private static final double FORGETTING = 0.995;

    private static final double WASTEFUL = 0.85;
    private static final long WASTEFUL_NANOS = 600_000_000L;
    private static final long FIRST_EXCUSE_NANOS = 500_000_000L;
    private static final long LONGEST_EXCUSE_NANOS = 8_000_000_000L;

    private final double[] totals = new double[TICKS];
    private int observed;
    private double mean;
    private double best;
    private boolean wasting;
    private long wastingSince;
    private long excuseNanos = FIRST_EXCUSE_NANOS;

    void observe(List<TenantLoad> loads, double elapsedSeconds) {
        if (elapsedSeconds <= 0) {
            return;
        }
        double moved = loads.stream().mapToDouble(TenantLoad::movedInTick).sum();
        totals[observed % TICKS] = moved / elapsedSeconds;
        observed++;
        int known = Math.min(observed, TICKS);
        mean = 0;
        for (int i = 0; i < known; i++) {
            mean += totals[i] / known;
        }
        best = Math.max(best * FORGETTING, mean);
    }

    /** What it gives now, in bytes per second; at least 1 MiB. */
    Rate capacity() {
        return Rate.ofBytesPerSecond((long) Math.max(mean, LEAST));
    }

    /** Whether others have been waiting for long while the disk gave clearly less than it could. */
    boolean isWasted(boolean othersWait, long now) {
        if (!othersWait || mean > WASTEFUL * best) {
            wasting = false;
            return false;
        }
        if (!wasting) {
            wasting = true;
            wastingSince = now;
        }
        return now - wastingSince > WASTEFUL_NANOS;
    }

    /** Excuses the slowest of those whom the disk holds back. */
    void excuse(List<Position> positions, long now) {
        positions.stream()
                .filter(Position::isHeld)
                .min((one, other) -> Double.compare(one.seconds(), other.seconds()))
                .ifPresent(slowest -> slowest.excuseUntil(now + excuseNanos));
        excuseNanos = Math.min(2 * excuseNanos, LONGEST_EXCUSE_NANOS);
        wasting = false;
    }
}
