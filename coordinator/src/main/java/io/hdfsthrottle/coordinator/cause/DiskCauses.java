package io.hdfsthrottle.coordinator.cause;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Divides a wait on one disk among its causes. The disk is divided again without the tenant's limit, then also without
 * the reservations of others, then by priorities alone, at last the tenant has it alone: each step is so much time less
 * for every byte, which is the part of the wait that its cause had. So the parts add up, and each says what would be
 * gained without its cause.
 */
public final class DiskCauses {
    /** Less is free by chance. */
    private static final double CHANCE = 0.05;

    /** A tenant that moves less than this part of its due is not held back by what is divided here. */
    private static final double NEARLY_ALL = 0.9;

    /** A disk with more tenants is not divided again for each wait: a node says how many there are. */
    private static final int MOST_DIVIDED = 100;

    private final Map<WaitCause, Double> parts = new EnumMap<>(WaitCause.class);
    private final VolumeUsage disk;
    private final TenantUsage tenant;
    private final ClusterFacts cluster;

    private DiskCauses(VolumeUsage disk, TenantUsage tenant, ClusterFacts cluster) {
        this.disk = disk;
        this.tenant = tenant;
        this.cluster = cluster;
    }

    /**
     * The causes of a wait, each with its part of it: together 1.
     *
     * @param tenant the one that waits there
     * @param ownBytesPerSecond what the application moves there; 0 or less for the whole tenant
     * @param streams how many operations of it run there
     */
    public static Map<WaitCause, Double> of(
            VolumeUsage disk, TenantUsage tenant, ClusterFacts cluster, double ownBytesPerSecond, double streams) {
        if (disk.capacity().filter(known -> known.bytesPerSecond() > 0).isEmpty()) {
            return Map.of(WaitCause.UNKNOWN, 1.0);
        }
        return tenant.backlogged()
                ? new DiskCauses(disk, tenant, cluster).divided(ownBytesPerSecond, Math.max(1, streams))
                : Map.of(WaitCause.TURN, 1.0);
    }

    private Map<WaitCause, Double> divided(double own, double streams) {
        double moved = Math.max(own, (double) tenant.rate().bytesPerSecond()); // the tenant's rate is a mean, and late
        boolean isAlone = own <= 0 || tenant.streams() <= streams;
        double part = isAlone ? 1 : own / moved;
        double capacity = disk.capacity().orElseThrow().bytesPerSecond();
        double due = Math.max(1, (double) tenant.entitlement().bytesPerSecond());
        double given = moved < NEARLY_ALL * due ? Math.max(1, moved) : due;
        boolean few = disk.tenants().size() <= MOST_DIVIDED;
        boolean isLimited = few && !tenant.limit().isUnlimited();
        boolean isReserved = few
                && disk.tenants().stream().anyMatch(each -> each.reservation().compareTo(Rate.ZERO) > 0);
        boolean isWeighed = few && disk.tenants().stream().anyMatch(each -> cluster.factor(each.tenant()) != 1);
        double unlimited = isLimited ? Math.max(due, due(true, true)) : due;
        double unreserved = isReserved ? Math.max(unlimited, due(false, true)) : unlimited;
        double byPriority = isWeighed ? Math.max(unreserved, due(false, false)) : unreserved;
        add(WaitCause.SIBLINGS, given * part, given);
        add(WaitCause.UNKNOWN, given, due);
        add(WaitCause.LIMIT, due, unlimited);
        add(WaitCause.RESERVATION, unlimited, unreserved);
        add(WaitCause.FACTORS, unreserved, byPriority);
        add(WaitCause.SHARE, byPriority, capacity);
        parts.put(WaitCause.DISK, (1 - 1 / streams) / capacity);
        return normalized();
    }

    /** The time for a byte is less without that cause. */
    private void add(WaitCause cause, double with, double without) {
        parts.put(cause, Math.max(0, 1 / with - 1 / without));
    }

    /** What the tenant would be due without its limit; reservations act by the weights that nodes are given, too. */
    private double due(boolean reserved, boolean weighed) {
        List<Demand> demands = new ArrayList<>();
        int at = 0;
        for (TenantUsage each : disk.tenants()) {
            boolean isSelf = each.tenant().equals(tenant.tenant());
            at = isSelf ? demands.size() : at;
            if (isSelf || each.isActive()) {
                double factor = cluster.factor(each.tenant());
                double weight = reserved
                        ? each.weight() / (weighed ? 1 : factor)
                        : cluster.priority().applyAsDouble(each.tenant()) * (weighed ? factor : 1);
                demands.add(Demand.of(
                        Math.min(Math.max(weight, 1e-9), 1e9),
                        isSelf || reserved ? each.reservation() : Rate.ZERO,
                        isSelf ? Rate.UNLIMITED : each.limit(),
                        isSelf || each.backlogged() ? Rate.UNLIMITED : each.rate()));
            }
        }
        return ShareAlgorithm.weightedMaxMin()
                .divide(disk.capacity().orElseThrow(), demands)
                .get(at)
                .due()
                .bytesPerSecond();
    }

    /**
     * What is taken on a disk by others, or by itself, is for its slowness as far as others are faster, and of the rest
     * for its heat as far as they were free.
     */
    private Map<WaitCause, Double> normalized() {
        double sum = parts.values().stream().mapToDouble(Double::doubleValue).sum();
        if (sum <= 0) {
            parts.put(WaitCause.DISK, 1.0);
            sum = 1;
        }
        double free = cluster.freeBeside(disk);
        move(WaitCause.SLOW_DISK, cluster.slowness(disk));
        move(WaitCause.HOT_DISK, free < CHANCE ? 0 : free);
        double all = sum;
        parts.replaceAll((cause, value) -> value / all);
        parts.values().removeIf(value -> value <= 0);
        return Collections.unmodifiableMap(parts);
    }

    private void move(WaitCause to, double part) {
        double moved = 0;
        for (WaitCause cause : List.of(WaitCause.SHARE, WaitCause.DISK)) {
            moved += parts.get(cause) * part;
            parts.computeIfPresent(cause, (same, value) -> value * (1 - part));
        }
        parts.put(to, moved);
    }
}
