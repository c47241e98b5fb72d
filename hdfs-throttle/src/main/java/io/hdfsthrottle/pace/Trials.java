package io.hdfsthrottle.pace;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether whoever is waited for could use more of the disk.
 *
 * <p>Waiting for the slowest is only right while it uses what others leave it. A tenant that asks for one small read at a time, or
 * with one thread of a disk that serves many requests at once, waits for the disk all the time and is not held back by anybody. A
 * trial tells: for half a second the others go a little faster. If the disk gives that without taking it from the slowest,
 * then what the slowest moved is all it can use, and that is its demand. If the slowest loses what the others gain, the disk is
 * full; the others have only gone ahead a little, and wait for as long. If it gains as they do, the disk has become faster, and nothing is known.
 *
 * <p>What the disk gives is what it counts itself. What tenants are charged for jumps with every piece of readahead, and a total that
 * happens to be low looks like one that can be raised. So what is compared with is the higher of the last moment's and the last
 * seconds', too. A full disk is tried ever more seldom, and again as soon as it gives less than it did. Used by the controller's thread
 * alone.
 */
final class Trials {

    private static final double NANOS = 1e9;
    private static final long LENGTH_NANOS = 500_000_000L;

    /** How much faster than the slowest the others go in a trial, at least and at most. */
    private static final double LEAST_HASTE = 0.3;

    private static final double MOST_HASTE = 1;

    /** What the others are to gain if the disk gives it, as a part of the disk: where their share is small, they go the faster. */
    private static final double WANTED_GAIN = 0.06;

    /** What must be gained, as a part of the disk, to tell it from chance: what a full disk counts in 400 ms has a spread of one percent. */
    private static final double LEAST_GAIN = 0.03;

    /** Less than this part of that in half of a trial, and the whole will not bring it. */
    private static final double HOPELESS_PART = 0.25;

    /** What the others must gain, as a part of what they would if nothing stood in their way. */
    private static final double LEAST_PART_OF_HASTE = 0.25;

    /** What the slowest may gain itself for what it moved, as a part of the same of the others: if as much, then the disk has become faster for all. */
    private static final double MOST_PART_OF_OTHERS = 0.5;

    /** What the slowest must lose, as a part of the disk, before it is taken to be able to use more. */
    private static final double LEAST_LOSS = 0.02;

    private static final long AFTER_SUCCESS_NANOS = 250_000_000L;
    private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L;

    /** If the disk gives less than this part of what it gave, it is tried before the pause is over, but no more often than this. */
    private static final double LESS = 0.92;

    /** Who was not held back by pacing for so long is held back by the disk alone. */
    private static final long NEVER_PACED_NANOS = 1_000_000_000L;

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000_000L;

    private final DeviceYield yield;
    private boolean begun;
    private long active;
    private long nextAt;
    private long lastAt;
    private long pauseNanos;
    private double best;

    private boolean trying;
    private double haste;
    private long sinceNanos;
    private Position slowest;
    private double totalBefore;
    private double steadyBefore;
    private double slowestBefore;
    private double othersBefore;
    private double usedBefore;

    Trials(DeviceYield yield) {
        this.yield = yield;
    }

    /** How much faster than the slowest the others go now. */
    double haste() {
        return trying ? haste : 0;
    }

    /** How much further ahead of the slowest they may be for that, in seconds of their shares. */
    double lead(long now) {
        return trying ? (now - sinceNanos) / NANOS * haste : 0;
    }

    /**
     * Begins and ends trials.
     *
     * @param nowActive how many tenants do anything now; where that changes, nothing is known any more
     * @param paced whether anybody may have to wait; where nobody has to, there is nothing to try
     * @param othersWait whether anybody is being held back now
     */
    void judge(List<Position> positions, long nowActive, boolean paced, boolean othersWait, long now) {
        if (nowActive != active) {
            active = nowActive;
            startAnew(positions);
        } else if (!paced) {
            forgetRates(positions);
        }
        if (trying && (now - sinceNanos >= LENGTH_NANOS || isHopeless(now))) {
            conclude(now);
        }
        if (!trying && paced && othersWait) {
            if (!begun) {
                begun = true;
                nextAt = now + FIRST_PAUSE_NANOS;
            }
            if (now - nextAt >= 0 || givesLess(now)) {
                slowest(positions, now).ifPresent(position -> begin(position, now));
            }
        }
    }

    private void startAnew(List<Position> positions) {
        begun = false;
        trying = false;
        best = 0;
        pauseNanos = FIRST_PAUSE_NANOS / 2;
        forgetRates(positions);
        positions.forEach(Position::inOtherCompany);
    }

    private void forgetRates(List<Position> positions) {
        yield.countedLately().begin();
        positions.forEach(position -> position.steady().begin());
    }

    private boolean givesLess(long now) {
        return yield.countedLately().mean() < LESS * best && now - lastAt >= SHORTEST_PAUSE_NANOS;
    }

    /** Whether half of the trial is over, the disk gives nothing more and the slowest less: the rest would only put the others further ahead. */
    private boolean isHopeless(long now) {
        return now - sinceNanos >= LENGTH_NANOS / 2
                && yield.counted() - totalBefore < HOPELESS_PART * LEAST_GAIN * totalBefore
                && slowest.rate() < usedBefore;
    }

    /** Whom everybody waits for; whoever reaches the pace now and then can use what it is due, which needs no trial. */
    private static Optional<Position> slowest(List<Position> positions, long now) {
        return positions.stream()
                .filter(Position::isHeld)
                .min(Comparator.comparingDouble(Position::seconds))
                .filter(position -> !position.pacedWithin(NEVER_PACED_NANOS, now));
    }

    private void begin(Position position, long now) {
        trying = true;
        sinceNanos = now;
        slowest = position;
        totalBefore = Math.max(yield.counted(), yield.countedLately().mean());
        steadyBefore = position.steady().mean();
        slowestBefore = Math.max(position.rate(), steadyBefore);
        usedBefore = Math.min(position.rate(), steadyBefore);
        othersBefore = Math.max(yield.charged() - position.rate(), 1);
        haste = Math.max(LEAST_HASTE, Math.min(WANTED_GAIN * totalBefore / othersBefore, MOST_HASTE));
    }

    private void conclude(long now) {
        trying = false;
        lastAt = now;
        if (showsWhatTheSlowestCanUse()) {
            succeed(now);
            return;
        }
        if (slowestHasLost()) {
            slowest.lostInTrial();
        }
        best = yield.countedLately().mean();
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        nextAt = now + pauseNanos;
    }

    private boolean showsWhatTheSlowestCanUse() {
        double gained = yield.counted() - totalBefore;
        double othersGained = yield.charged() - slowest.rate() - othersBefore;
        double slowestGained = slowest.rate() - slowestBefore;
        return gained > Math.max(LEAST_GAIN * totalBefore, othersGained / 2)
                && othersGained > LEAST_PART_OF_HASTE * haste * othersBefore
                && slowestGained < MOST_PART_OF_OTHERS * othersGained / othersBefore * slowestBefore
                && !slowestHasLost();
    }

    private boolean slowestHasLost() {
        return steadyBefore - slowest.rate() > LEAST_LOSS * totalBefore;
    }

    private void succeed(long now) {
        slowest.usesAtMost(usedBefore, totalBefore, now);
        yield.gaveMore();
        best = yield.counted();
        pauseNanos = FIRST_PAUSE_NANOS / 2;
        nextAt = now + AFTER_SUCCESS_NANOS;
    }
}
