package io.hdfsthrottle.blkio;

import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One tenant's blkio group and the limits set last. Threads enter under its lock and it is removed under it, so no
 * thread enters a group that is being removed. Limits are set under it too.
 */
final class TenantGroup {

    /** A change by less than this part of the old limit is not set: the kernel restarts its count with each. */
    private static final double WORTH_TELLING = 0.1;

    private final BlkioGroup group;
    private final Map<String, Rate> limits = new HashMap<>();
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
        return how.apply(group);
    }

    /** How often in a row it was found empty, this time included. */
    int foundEmpty(boolean empty) {
        idleRenewals = empty ? idleRenewals + 1 : 0;
        return idleRenewals;
    }

    /** Limits its reads from that disk. */
    synchronized Outcome limit(String disk, Rate rate) {
        Rate before = limits.getOrDefault(disk, Rate.UNLIMITED);
        if (before.equals(rate) || isLittle(before, rate)) {
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

    private static boolean isLittle(Rate before, Rate rate) {
        double change = Math.abs((double) rate.bytesPerSecond() - before.bytesPerSecond());
        return !before.isUnlimited() && !rate.isUnlimited() && change < WORTH_TELLING * before.bytesPerSecond();
    }
}
