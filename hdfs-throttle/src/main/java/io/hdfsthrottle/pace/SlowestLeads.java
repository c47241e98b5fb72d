package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The law for a disk of which nobody knows what it gives: <em>everybody goes on at the pace of the slowest tenant that the disk holds
 * back.</em>
 *
 * <p>Each tenant has a {@link Position}, in seconds: the bytes it moved, divided by what it is due a second. The {@link Pace} is a clock
 * that nobody overtakes and that slows down when somebody whom the disk holds back is behind it. So positions stay together, and
 * bytes are in proportion to what is due, whatever the disk gives. While a tenant is waited for, the disk works for it, so
 * nothing is wasted; if it idles all the same, the pace goes on by itself ({@link Drift}); if somebody always waits for the disk and could
 * not use more of it, {@link Trials} tell; if the disk holds nobody back, nobody waits. What the disk gives only turns
 * positions into bytes: an estimate twice too large doubles the lead and changes no share.
 */
final class SlowestLeads implements PaceLaw {

    private static final double NANOS = 1e9;

    /** By how much of its tenant's share a thread lets older ones go first, in seconds: half of the lead, so that it holds back nobody alone. */
    private static final double TURN_SECONDS = 0.05;

    /** Below this a disk is not what holds anybody back; sampled in jiffies it never shows 1.0. */
    private static final double BUSY = 0.8;

    private static final double SMOOTHLY_BUSY = 0.85;
    private static final double SMOOTHING = 0.3;

    /** Whom the disk held back so lately, it still does: a look at threads is a sample. */
    private static final long STILL_HELD_NANOS = 300_000_000L;

    /** Without anybody held back for so long, and nothing that the disk has to work off, everybody goes free. */
    private static final long FREE_AFTER_NANOS = 1_000_000_000L;

    /** How far ahead of the slowest, or of its limit, anybody is remembered to be beside what rests, however far it went while nobody was held back. */
    private static final double MOST_DEBT_SECONDS = 4;

    /** How far behind the pace anybody may be, in seconds of its own share, before what it left is gone. */
    private static final double MOST_BEHIND = 0.5;

    /** How long the unused allowance under a limit is kept. */
    private static final double CREDIT_SECONDS = 0.25;

    /** A tick that took longer tells no more than this: the controller was late, not the disk free. */
    private static final long LONGEST_TICK_NANOS = 100_000_000L;

    private final ShareAlgorithm algorithm = ShareAlgorithm.weightedMaxMin();
    private final DeviceYield yield = new DeviceYield();
    private final Trials trials = new Trials(yield);
    private final Drift drift = new Drift();
    private final Pace pace = new Pace();
    private double smoothBusy = 1;
    private long lastTick;
    private boolean ticked;
    private long freeNanos;
    private long aloneNanos;
    private boolean everHeld;

    @Override
    public List<Entitlement> pace(List<TenantLoad> loads, Grant grant, DiskUse disk, long now) {
        double elapsed = ticked ? Math.max(now - lastTick, 0) / NANOS : 0;
        ticked = true;
        lastTick = now;
        smoothBusy += (disk.busy() - smoothBusy) * SMOOTHING;
        boolean busy = disk.busy() > BUSY && smoothBusy > SMOOTHLY_BUSY;
        yield.observe(loads, disk.bytes(), elapsed);

        List<Position> positions = new ArrayList<>(loads.size());
        List<Demand> demands = new ArrayList<>(loads.size());
        for (TenantLoad load : loads) {
            Position position = load.position();
            position.held(busy && load.isWaitingForDisk() && !position.isSatisfied(yield.counted(), now), now);
            observe(position, load, elapsed, now);
            Terms terms = load.terms(grant);
            position.weighs(terms.weight());
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted(load, position)));
            positions.add(position);
        }
        List<Entitlement> entitlements = algorithm.divide(capacity(loads), demands);
        boolean somebodyRests = somebodyRests(loads);
        drift.observe(disk.busy(), somebodyRests, elapsed);
        long active = loads.stream().filter(TenantLoad::isActive).count();
        boolean paced = advance(loads, entitlements, busy, active, elapsed, now);
        double lead = trials.lead(now);
        trials.judge(positions, active, paced, paced && somebodyRests, now);
        for (int i = 0; i < loads.size(); i++) {
            TenantBucket bucket = loads.get(i).bucket();
            double due = due(entitlements.get(i), loads.get(i).position());
            Position position = loads.get(i).position();
            double ahead = pace.seconds() + lead + position.headStart() - position.seconds();
            Allowance share = paced
                    ? Allowance.of(now, bucket.moved() + due * ahead, (long) (due * (pace.speed() + trials.haste())))
                            .inTurns(due * TURN_SECONDS)
                    : Allowance.UNLIMITED;
            bucket.renew(limited(
                    share, loads.get(i), position, loads.get(i).terms(grant).limit(), elapsed));
        }
        return entitlements;
    }

    private static void observe(Position position, TenantLoad load, double elapsed, long now) {
        if (elapsed > 0) {
            position.moved(load.movedInTick() / elapsed);
        }
        if (!load.isActive()) {
            if (load.bucket().resting() == 0) { // or it does nothing because pacing lets it do nothing
                position.isIdle();
            }
            return;
        }
        position.isActive(elapsed);
        if (load.isBacklogged()) {
            position.heldByPacing(now);
        }
    }

    /** If somebody cannot use its share, it matters what there is: the others have to find out by going ahead. */
    private Rate capacity(List<TenantLoad> loads) {
        return somebodyIsFull(loads) ? yield.expected() : yield.capacity();
    }

    /** Whoever has left wants nothing any more, however lately it was held back. */
    private static Rate wanted(TenantLoad load, Position position) {
        if (!load.isActive()) {
            return Rate.ZERO;
        }
        return position.isHeld() || load.isBacklogged()
                ? Rate.ofBytesPerSecond((long) position.usesAtMost())
                : load.rate();
    }

    private static double due(Entitlement entitlement, Position position) {
        return Math.max(Math.min((double) entitlement.ceiling().bytesPerSecond(), position.usesAtMost()), 1);
    }

    /** Moves positions and the pace on; returns whether anybody is paced. */
    private boolean advance(
            List<TenantLoad> loads,
            List<Entitlement> entitlements,
            boolean busy,
            long active,
            double elapsed,
            long now) {
        double slowest = Double.POSITIVE_INFINITY;
        double furthest = 0;
        for (int i = 0; i < loads.size(); i++) {
            Position position = loads.get(i).position();
            position.advance(loads.get(i).movedInTick() / due(entitlements.get(i), position));
            furthest = Math.max(furthest, position.seconds());
            if (position.isHeld()) {
                slowest = Math.min(slowest, position.seconds());
            }
        }
        boolean held = slowest < Double.POSITIVE_INFINITY;
        long tick = Math.min((long) (elapsed * NANOS), LONGEST_TICK_NANOS);
        aloneNanos = held ? 0 : aloneNanos + tick;
        freeNanos = held || worksOff(loads, busy) ? 0 : freeNanos + tick;
        everHeld |= held;
        boolean paced = everHeld && freeNanos < FREE_AFTER_NANOS && active > 1;
        if (held) {
            pace.follow(slowest, drift.during(1), elapsed);
        } else if (paced) {
            pace.goOnAlone(aloneNanos / NANOS, busy, elapsed);
        } else {
            pace.isAt(furthest);
        }
        keepTogether(loads, entitlements, now);
        return paced;
    }

    /**
     * Whoever is behind the pace without the disk's doing did not want more: what it left is gone. And a debt beyond all measure would punish whoever comes after the streams that ran
     * it up.
     */
    private void keepTogether(List<TenantLoad> loads, List<Entitlement> entitlements, long now) {
        double slowest = pace.seconds() - Pace.LEAD;
        for (int i = 0; i < loads.size(); i++) {
            Position position = loads.get(i).position();
            double least = position.heldWithin(STILL_HELD_NANOS, now) ? slowest - MOST_BEHIND : slowest;
            double atRest = loads.get(i).bytesAtRest() / due(entitlements.get(i), position);
            position.keepWithin(least, slowest + MOST_DEBT_SECONDS + atRest);
        }
    }

    /**
     * Whether the disk still works on what was asked of it before. While a thread of each tenant rests, none of their others is looked at,
     * and a piece of readahead for everybody may take the disk seconds. It is not that if somebody whom a trial showed to get all it can
     * use is what keeps the disk busy: nobody waits for that one.
     */
    private static boolean worksOff(List<TenantLoad> loads, boolean busy) {
        return busy && somebodyRests(loads) && !somebodyIsFull(loads);
    }

    private static boolean somebodyIsFull(List<TenantLoad> loads) {
        return loads.stream().anyMatch(load -> load.position().isFull());
    }

    private static boolean somebodyRests(List<TenantLoad> loads) {
        return loads.stream().anyMatch(load -> load.bucket().resting() > 0);
    }

    /** The share, held under the tenant's limit. */
    private Allowance limited(Allowance share, TenantLoad load, Position position, Rate limit, double elapsed) {
        if (limit.isUnlimited()) {
            return share;
        }
        double rate = (double) limit.bytesPerSecond();
        double moved = (double) load.bucket().moved();
        double debt = rate * MOST_DEBT_SECONDS + load.bytesAtRest();
        double bytes = position.underLimit(moved, rate * elapsed, rate * CREDIT_SECONDS, debt);
        return share.under(Allowance.of(lastTick, bytes, limit.bytesPerSecond()), lastTick);
    }

    @Override
    public Allowance newcomer(long now) {
        return Allowance.UNLIMITED;
    }

    @Override
    public Optional<Rate> capacity() {
        return everHeld ? Optional.of(yield.capacity()) : Optional.empty();
    }
}
