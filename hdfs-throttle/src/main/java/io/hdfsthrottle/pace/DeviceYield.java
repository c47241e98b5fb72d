package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Rate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a disk gives, and whether whoever is waited for could use more of it.
 *
 * <p>Waiting for the slowest is only right while it uses what others leave it. A tenant that asks for one small read at a time, or
 * with one thread of a disk that serves many requests at once, waits for the disk all the time and is not held back by anybody. A
 * trial tells: for half a second the others go a little faster. If the disk gives that without taking it from the slowest,
 * then what the slowest moved is all it can use, and that is its demand. If the slowest loses what the others gain, the disk is
 * full; the others have only gone ahead a little, and wait for as long. Used by the controller's thread alone.
 */
final class DeviceYield {

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST = 1 << 20;

    private static final double NANOS = 1e9;
    private static final long TRIAL_NANOS = 500_000_000L;

    /** How much faster than the slowest the others go in a trial, at least and at most. */
    private static final double LEAST_HASTE = 0.3;

    private static final double MOST_HASTE = 1;

    /** What the others are to gain if the disk gives it, as a part of the disk: where their share is small, they go the faster. */
    private static final double WANTED_GAIN = 0.08;

    /** What the others must gain, as a part of the disk, to tell it from chance: pieces of readahead make its rate jump by three percent. */
    private static final double LEAST_GAIN = 0.04;

    private static final long AFTER_SUCCESS_NANOS = 250_000_000L;
    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 30_000_000_000L;

    /** How fast what a trial brought to light is forgotten, if it does not last: over a second and a half. */
    private static final double FORGETTING = 0.03;

    private final RecentRate total = new RecentRate();
    private double expected;
    private boolean begun;
    private long nextTrialAt;
    private long pauseNanos = FIRST_PAUSE_NANOS;
    private boolean trying;
    private double haste;
    private long triedAt;
    private Position slowest;
    private long activeInTrial;
    private double totalBefore;
    private double slowestBefore;

    void observe(List<TenantLoad> loads, double elapsedSeconds) {
        if (elapsedSeconds <= 0) {
            return;
        }
        total.add(loads.stream().mapToDouble(TenantLoad::movedInTick).sum() / elapsedSeconds);
        expected += (total.mean() - expected) * FORGETTING;
    }

    /** What it gives now, in bytes per second; at least 1 MiB. */
    Rate capacity() {
        return Rate.ofBytesPerSecond((long) Math.max(total.mean(), LEAST));
    }

    /** What it can give: what the last trial brought to light, unless that did not last. */
    Rate expected() {
        return Rate.ofBytesPerSecond((long) Math.max(expected, LEAST));
    }

    /** How much faster than the slowest the others go now. */
    double haste() {
        return trying ? haste : 0;
    }

    /** How much further ahead of the slowest they may be for that, in seconds of their shares. */
    double leadOfHaste(long now) {
        return trying ? (now - triedAt) / NANOS * haste : 0;
    }

    /**
     * Begins and ends trials.
     *
     * @param active how many tenants do anything now; a trial in which that changes tells nothing
     * @param othersWait whether anybody is being held back now
     */
    void judge(List<Position> positions, long active, boolean othersWait, long now) {
        if (trying && active != activeInTrial) {
            trying = false;
            pauseNanos = FIRST_PAUSE_NANOS;
            nextTrialAt = now + FIRST_PAUSE_NANOS;
        } else if (trying) {
            if (now - triedAt >= TRIAL_NANOS) {
                conclude(now);
            }
        } else if (othersWait) {
            if (!begun) {
                begun = true;
                nextTrialAt = now + FIRST_PAUSE_NANOS;
            }
            if (now - nextTrialAt >= 0) {
                slowest(positions).ifPresent(position -> begin(position, active, now));
            }
        }
    }

    private static Optional<Position> slowest(List<Position> positions) {
        return positions.stream().filter(Position::isHeld).min(Comparator.comparingDouble(Position::seconds));
    }

    private void begin(Position position, long active, long now) {
        trying = true;
        triedAt = now;
        slowest = position;
        activeInTrial = active;
        totalBefore = total.mean();
        slowestBefore = position.rate();
        double others = Math.max(totalBefore - slowestBefore, 1);
        haste = Math.max(LEAST_HASTE, Math.min(WANTED_GAIN * totalBefore / others, MOST_HASTE));
    }

    private void conclude(long now) {
        trying = false;
        double gained = total.mean() - totalBefore;
        double othersGained = gained - (slowest.rate() - slowestBefore);
        if (othersGained > LEAST_GAIN * totalBefore && gained > othersGained / 2) {
            slowest.usesAtMost(slowestBefore);
            expected = total.mean();
            pauseNanos = AFTER_SUCCESS_NANOS;
        } else {
            slowest.lostInTrial();
            pauseNanos = Math.max(FIRST_PAUSE_NANOS, Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS));
        }
        nextTrialAt = now + pauseNanos;
    }
}
