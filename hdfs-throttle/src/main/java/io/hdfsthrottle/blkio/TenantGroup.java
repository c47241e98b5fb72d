package io.hdfsthrottle.blkio;

import io.hdfsthrottle.coverage.KernelHold;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One tenant's blkio group and the limits and weight set last. Threads enter under its lock and it is removed under it,
 * so no thread enters a group that is being removed. Limits are set under it too; weights by one thread.
 */
final class TenantGroup {

    private final BlkioGroup group;
    private final Map<String, KernelHold> holds = new ConcurrentHashMap<>();
    private final Map<String, Rate> limits = new HashMap<>();
    private final Map<String, LimitAccount> accounts = new HashMap<>();
    private int weight;
    private int idleRenewals;
    private boolean removed;

    TenantGroup(BlkioGroup group) {
        this.group = group;
    }

    BlkioGroup group() {
        return group;
    }

    /** The calling thread enters; nothing if the group was removed meanwhile. */
    synchronized Optional<Outcome> enter() {
        return removed ? Optional.empty() : Optional.of(group.enter());
    }

    /** Removes it for good. */
    synchronized Outcome remove(Function<BlkioGroup, Outcome> how) {
        removed = true;
        release();
        return how.apply(group);
    }

    /** How often in a row it was found empty, this time included. */
    int foundEmpty(boolean empty) {
        idleRenewals = empty ? idleRenewals + 1 : 0;
        return idleRenewals;
    }

    /** Whether the kernel throttles this tenant on that volume. */
    KernelHold hold(String volume) {
        return holds.computeIfAbsent(volume, id -> new KernelHold());
    }

    /** Marks the tenant as no longer throttled by the kernel, so that pacing takes over. */
    void release() {
        holds.values().forEach(hold -> hold.set(false));
    }

    /** The account of how far it is behind its limit on that volume. */
    LimitAccount account(String volume) {
        return accounts.computeIfAbsent(volume, id -> new LimitAccount());
    }

    /**
     * Limits its reads from that disk.
     *
     * @param worth a change of less than this part of the old limit is not set: the kernel restarts its count with each
     */
    synchronized Outcome limit(String disk, Rate rate, double worth) {
        Rate before = limits.getOrDefault(disk, Rate.UNLIMITED);
        if (before.equals(rate) || isLittle(before, rate, worth)) {
            return Outcome.DONE;
        }
        Outcome told = group.limitReads(disk, rate);
        if (told.isDone()) {
            limits.put(disk, rate);
        }
        return told;
    }

    /** Lifts its limit on a disk that is no longer used, or is gone. */
    synchronized void forget(String disk) {
        if (limits.remove(disk) != null) {
            Outcome unused = group.limitReads(disk, Rate.UNLIMITED);
        }
    }

    private static boolean isLittle(Rate before, Rate rate, double worth) {
        double change = Math.abs((double) rate.bytesPerSecond() - before.bytesPerSecond());
        return !before.isUnlimited() && !rate.isUnlimited() && change < worth * before.bytesPerSecond();
    }

    /** Sets its weight, if it differs. */
    Outcome weigh(int newWeight) {
        if (newWeight == weight) {
            return Outcome.DONE;
        }
        weight = newWeight;
        return group.weigh(newWeight);
    }
}
