package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Rate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a disk gives: the mean of the last ticks, and the best of the last seconds to compare it with.
 *
 * <p>Waiting for the slowest is only right while the disk uses the time that others leave it. If it gives clearly less than it
 * did, either it has become slower, or whoever is waited for cannot use what it is left (one small read at a time, say). A trial
 * tells: the slowest is excused for half a second. If the disk then gives clearly more, it stays excused, longer each time; if
 * not, the disk has become slower, and that is now its best. Used by the controller's thread alone.
 */
final class DeviceYield {

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST = 1 << 20;

    /** The memory of the mean, in ticks: readahead comes in pieces that one tick does not even out. */
    private static final int TICKS = 8;

    /** What is left of the best after each tick: half of it after seven seconds. */
    private static final double FORGETTING = 0.995;

    private static final double WASTEFUL = 0.85;
    private static final double CLEARLY_MORE = 1.08;
    private static final long WASTEFUL_NANOS = 600_000_000L;
    private static final long TRIAL_NANOS = 500_000_000L;
    private static final long LONGEST_EXCUSE_NANOS = 8_000_000_000L;

    private final double[] totals = new double[TICKS];
    private int observed;
    private double mean;
    private double best;
    private boolean wasting;
    private long wastingSince;
    private long excuseNanos = TRIAL_NANOS;
    private boolean trying;
    private long triedAt;
    private double beforeTrial;
    private Position onTrial;

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

    /**
     * Looks whether waiting for the slowest wastes the disk, and excuses it if so.
     *
     * @param othersWait whether anybody is being held back now
     */
    void judge(List<Position> positions, boolean othersWait, long now) {
        if (trying) {
            if (now - triedAt >= TRIAL_NANOS) {
                conclude(now);
            }
            return;
        }
        if (!othersWait || mean > WASTEFUL * best) {
            wasting = false;
            return;
        }
        if (!wasting) {
            wasting = true;
            wastingSince = now;
        } else if (now - wastingSince > WASTEFUL_NANOS) {
            slowest(positions).ifPresent(position -> tryWithout(position, now));
        }
    }

    private static Optional<Position> slowest(List<Position> positions) {
        return positions.stream().filter(Position::isHeld).min(Comparator.comparingDouble(Position::seconds));
    }

    private void tryWithout(Position slowest, long now) {
        trying = true;
        triedAt = now;
        beforeTrial = mean;
        onTrial = slowest;
        slowest.excuseUntil(now + TRIAL_NANOS);
    }

    private void conclude(long now) {
        trying = false;
        wasting = false;
        if (mean > CLEARLY_MORE * beforeTrial) {
            excuseNanos = Math.min(2 * excuseNanos, LONGEST_EXCUSE_NANOS);
            onTrial.excuseUntil(now + excuseNanos);
        } else {
            excuseNanos = TRIAL_NANOS;
            best = mean;
        }
    }
}
