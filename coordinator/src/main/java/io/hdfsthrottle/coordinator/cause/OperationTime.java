package io.hdfsthrottle.coordinator.cause;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The time of an application's operations on DataNodes, in milliseconds by cause, summed. Not thread-safe. */
public final class OperationTime {
    /** Fewer looks say nothing about the rest of the time. */
    private static final int LEAST_LOOKS = 5;

    /** A piece for which a stream has waited stands behind so many that the disk was asked for before. */
    private static final int AHEAD = 3;

    private final Map<WaitCause, Double> millis = new EnumMap<>(WaitCause.class);
    private double slept;
    private double sent;
    private double seenRunning;

    /** None yet. */
    public OperationTime() {}

    /**
     * What an application did on a disk between two reports.
     *
     * @param span the time between them; zero where that is not known
     * @param stalled the part of it in which the DataNode had no processor, whatever its operations did
     * @param waited summed over operations
     * @param limited the part of the wait that was for a limit of its own
     * @param bytes that it moved
     * @param streams its operations at the end of it
     * @param slept how often a thread of it that nothing held back slept when it was looked at
     * @param sent the same while what it had sent was on its way
     * @param ran how often such a thread ran, or waited for a processor
     */
    public record Interval(
            Duration span,
            Duration stalled,
            Duration waited,
            Duration limited,
            long bytes,
            int streams,
            long slept,
            long sent,
            long ran) {
        /** The part of the time in which the DataNode ran, 0 to 1. */
        private double running() {
            return span.isZero() ? 1 : 1 - Math.min(1, (double) stalled.toNanos() / span.toNanos());
        }

        private double bytesPerSecond() {
            return bytes * 1e9 / span.toNanos();
        }
    }

    /**
     * Adds what it did on that disk, of which the tenant has that share. A wait lasts until the disk is asked for more:
     * it may still move then what it was asked for before, which is the disk's time; and after it, the thread stands
     * behind that, which is a wait like the one before if its tenant would use more.
     */
    public void add(Interval did, VolumeUsage disk, TenantUsage tenant, ClusterFacts cluster) {
        double waited = did.waited().toMillis();
        double spanned = (double) did.streams() * did.span().toMillis();
        double all = Math.max(waited, spanned);
        if (!did.span().isZero()) { // a wait is told when it ends: what it had of the time before was not outside
            millis.computeIfPresent(WaitCause.OUTSIDE, (same, sum) -> Math.max(0, sum - (all - spanned)));
        }
        double ran = all * did.running();
        double moving = disk.capacity() // as it is measured: that a disk seems slow while nobody looks is no work of it
                .filter(known -> known.compareTo(Rate.ZERO) > 0)
                .map(known -> Math.min(ran, did.running() * did.bytes() * 1e3 / known.bytesPerSecond()))
                .orElse(0.0);
        double held = Math.min(waited + (tenant.backlogged() && waited > 0 ? AHEAD * moving : 0), ran - moving);
        double limited = waited > 0 ? held * Math.min(1, did.limited().toMillis() / waited) : 0;
        add(WaitCause.APPLICATION_LIMIT, limited);
        if (held > limited) {
            double own = did.span().isZero() ? tenant.entitlement().bytesPerSecond() : did.bytesPerSecond();
            DiskCauses.of(disk, tenant, cluster, own, did.streams())
                    .forEach((cause, part) -> add(cause, (held - limited) * part));
        }
        add(WaitCause.MOVED, moving);
        add(WaitCause.PROCESSORS, all - ran);
        add(WaitCause.OUTSIDE, ran - moving - held);
        slept += did.slept();
        sent += did.sent();
        seenRunning += did.ran();
    }

    private void add(WaitCause cause, double more) {
        add(millis, cause, more);
    }

    private static void add(Map<WaitCause, Double> sums, WaitCause cause, double more) {
        if (more > 0) {
            sums.merge(cause, more, Double::sum);
        }
    }

    /** Goes on from these sums. */
    public void restore(Map<WaitCause, Double> sums) {
        millis.clear();
        sums.forEach(this::add);
    }

    /** The sums: what is outside of the disk is divided as its threads were seen there. */
    public Map<WaitCause, Double> millis() {
        Map<WaitCause, Double> sums = new EnumMap<>(millis);
        double outside = sums.getOrDefault(WaitCause.OUTSIDE, 0.0);
        double seen = slept + sent + seenRunning;
        if (outside > 0 && seen >= LEAST_LOOKS) {
            sums.remove(WaitCause.OUTSIDE);
            add(sums, WaitCause.NETWORK, outside * sent / seen);
            add(sums, WaitCause.CLIENT, outside * slept / seen);
            add(sums, WaitCause.PROCESSORS, outside * seenRunning / seen);
        }
        return sums;
    }
}
