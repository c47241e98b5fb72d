package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The law for a disk of which nobody knows what it gives: <em>nobody may be more than a tenth of a second of its share ahead
 * of the slowest tenant that the disk holds back.</em>
 *
 * <p>Each tenant has a position, in seconds: the bytes it moved, divided by what it is due a second. Whoever the disk
 * holds back and who is last sets the pace; everybody else waits for it within the lead, so positions stay together and
 * bytes are in proportion to what is due, exactly, whatever the disk gives. While a tenant is waited for, the disk is
 * working for it, so nothing is wasted; if nobody is held back by the disk, nobody waits. The absolute capacity is only
 * needed to turn a position into bytes: an estimate that is twice too large doubles the lead and changes no share.
 *
 * <p>A tenant that its own client holds back loses what it did not use: its position is moved up to the pace. One that
 * cannot use what others leave it (one small read at a time, say) is noticed, because then the disk gives clearly less than it
 * could: it is excused for a while, and paced by what it moves.
 */
final class SlowestLeads implements PaceLaw {

    private static final double NANOS = 1e9;

    /** How far ahead of the slowest anybody may be, in seconds of its own share. */
    private static final double LEAD = 0.1;

    /** Between ticks the pace is taken to go on a little slower than it went, so that the lead is not overrun. */
    private static final double CAUTION = 0.9;

    /** Below this a disk is not what holds anybody back. Sampling of jiffies never shows 1.0. */
    private static final double BUSY = 0.8;

    private static final double SMOOTHLY_BUSY = 0.85;

    /** Without anybody held back for so long, everybody goes free. */
    private static final long FREE_AFTER_NANOS = 300_000_000L;

    /** The least that a disk is taken to give, so that positions stay finite. */
    private static final double LEAST_CAPACITY = 1 << 20;

    /** The memory of the capacity, in ticks. */
    private static final int MEMORY_TICKS = 8;

    private static final double FORGETTING = 0.995;
    private static final double WASTEFUL = 0.85;
    private static final long WASTEFUL_FOR_NANOS = 600_000_000L;
    private static final long FIRST_EXCUSE_NANOS = 500_000_000L;
    private static final long LONGEST_EXCUSE_NANOS = 8_000_000_000L;

    private final ShareAlgorithm algorithm = ShareAlgorithm.weightedMaxMin();
    private final double[] totals = new double[MEMORY_TICKS];
    private int ticks;
    private double capacity = LEAST_CAPACITY;
    private double best;
    private double smoothBusy = 1;
    private long lastTick;
    private long lastHeld;
    private boolean everHeld;
    private long wastefulSince;
    private boolean wasteful;
    private long excuseNanos = FIRST_EXCUSE_NANOS;

    @Override
    public List<Decision> decide(List<TenantLoad> loads, List<Terms> terms, double diskBusy, long now) {
        smoothBusy += (diskBusy - smoothBusy) * 0.3;
        boolean busy = diskBusy > BUSY && smoothBusy > SMOOTHLY_BUSY;
        double elapsed = ticks == 0 ? 0 : (now - lastTick) / NANOS;
        lastTick = now;
        measure(loads, elapsed);

        List<Demand> demands = new ArrayList<>(loads.size());
        for (int i = 0; i < loads.size(); i++) {
            TenantLoad load = loads.get(i);
            load.held(busy && load.isWaitingForDisk() && !load.isExcused(now));
            boolean wantsAll = load.isHeld() || load.isBacklogged();
            demands.add(load.demand(terms.get(i), wantsAll));
        }
        List<Entitlement> entitlements = algorithm.divide(Rate.ofBytesPerSecond((long) capacity), demands);
        double pace = pace(loads, entitlements, now);
        boolean paced = everHeld && now - lastHeld < FREE_AFTER_NANOS && active(loads) > 1;
        lookForWaste(loads, paced, now);

        List<Decision> decisions = new ArrayList<>(loads.size());
        for (int i = 0; i < loads.size(); i++) {
            TenantLoad load = loads.get(i);
            Entitlement entitlement = entitlements.get(i);
            double due = Math.max(entitlement.ceiling().bytesPerSecond(), 1);
            Allowance allowance = paced
                    ? Allowance.of(
                            now,
                            load.bucket().moved() + due * (pace - load.position() + LEAD),
                            (long) (due * CAUTION))
                    : Allowance.UNLIMITED;
            decisions.add(new Decision(entitlement, allowance));
        }
        return decisions;
    }

    /** What went through while the disk was the bottleneck is what it gives. */
    private void measure(List<TenantLoad> loads, double elapsed) {
        if (elapsed > 0) {
            double total = loads.stream().mapToDouble(TenantLoad::movedInTick).sum() / elapsed;
            totals[ticks % MEMORY_TICKS] = total;
        }
        ticks++;
        int known = Math.min(ticks - 1, MEMORY_TICKS);
        double mean = 0;
        for (int i = 0; i < known; i++) {
            mean += totals[(ticks - 1 - i + MEMORY_TICKS) % MEMORY_TICKS] / known;
        }
        capacity = Math.max(mean, LEAST_CAPACITY);
        best = Math.max(best * FORGETTING, mean);
    }

    /** Moves positions on; returns that of the slowest whom the disk holds back. */
    private double pace(List<TenantLoad> loads, List<Entitlement> entitlements, long now) {
        double slowest = Double.POSITIVE_INFINITY;
        double furthest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < loads.size(); i++) {
            TenantLoad load = loads.get(i);
            load.advance(Math.max(entitlements.get(i).ceiling().bytesPerSecond(), 1));
            furthest = Math.max(furthest, load.position());
            if (load.isHeld()) {
                slowest = Math.min(slowest, load.position());
            }
        }
        if (slowest < Double.POSITIVE_INFINITY) {
            lastHeld = now;
            everHeld = true;
        } else {
            slowest = Math.max(furthest - LEAD, 0);
        }
        for (TenantLoad load : loads) {
            load.moveUpTo(slowest);
        }
        return slowest;
    }

    private static long active(List<TenantLoad> loads) {
        return loads.stream().filter(TenantLoad::isActive).count();
    }

    /** Waiting for somebody is only fair while the disk gives what it can; if not, whoever is waited for is excused. */
    private void lookForWaste(List<TenantLoad> loads, boolean paced, long now) {
        boolean somebodyRests = loads.stream().anyMatch(load -> load.bucket().resting() > 0);
        if (!paced || !somebodyRests || capacity > WASTEFUL * best) {
            wasteful = false;
            return;
        }
        if (!wasteful) {
            wasteful = true;
            wastefulSince = now;
        } else if (now - wastefulSince > WASTEFUL_FOR_NANOS) {
            loads.stream()
                    .filter(TenantLoad::isHeld)
                    .min((one, other) -> Double.compare(one.position(), other.position()))
                    .ifPresent(slowest -> slowest.excuseUntil(now + excuseNanos));
            excuseNanos = Math.min(2 * excuseNanos, LONGEST_EXCUSE_NANOS);
            wasteful = false;
        }
    }

    @Override
    public Optional<Rate> capacity() {
        return everHeld ? Optional.of(Rate.ofBytesPerSecond((long) capacity)) : Optional.empty();
    }
}
