package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import java.util.List;
import java.util.OptionalLong;

/**
 * A lease of disks, granted or queued. Times are seconds since 1970. Immutable.
 *
 * @param owner the credential, or user, that asked, and may renew and end it
 * @param asked when it was asked for
 * @param disks those that it has; none while it waits
 * @param since when its time began, or begins at the latest while its disks are drained; 0 while it waits
 * @param until when it ends, or gives up waiting, unless it is renewed
 * @param draining whether its time begins when its disks are drained; no other request can have them meanwhile
 * @param left how many bytes of others were left on its disks when its time began; empty if it did not ask for drained
 *     ones, or that is not known
 */
record Lease(
        String id,
        LeaseRequest ask,
        String owner,
        long asked,
        List<DiskName> disks,
        long since,
        long until,
        boolean draining,
        OptionalLong left) {
    Lease {
        disks = List.copyOf(disks);
    }

    static Lease waiting(String id, LeaseRequest ask, String owner, long now) {
        return new Lease(
                id, ask, owner, now, List.of(), 0, now + ask.patience().toSeconds(), false, OptionalLong.empty());
    }

    boolean isWaiting() {
        return disks.isEmpty();
    }

    /** The same with these disks; its time begins now, or later if they are to be drained. */
    Lease granted(List<DiskName> given, long now, LeaseSettings settings) {
        long begins = ask.drain() ? now + settings.drainLongest().toSeconds() : now;
        long ends = begins + ask.time().toSeconds();
        return new Lease(id, ask, owner, asked, given, begins, ends, ask.drain(), OptionalLong.empty());
    }

    /** The same with its time, of unchanged length, beginning now. */
    Lease begun(long now, OptionalLong bytesLeft) {
        return new Lease(id, ask, owner, asked, disks, now, now + (until - since), false, bytesLeft);
    }

    Lease until(long end) {
        return new Lease(id, ask, owner, asked, disks, since, end, draining, left);
    }

    boolean holds(DiskName disk) {
        return disks.stream().anyMatch(disk::overlaps);
    }

    /** Whether its disks are free again, or it no longer waits. */
    boolean hasEnded(long now) {
        return now >= freeAt();
    }

    /** When its disks are free again, if it is not renewed. */
    long freeAt() {
        return isWaiting() ? until : until + DiskLessor.GRACE;
    }

    /** Its rank in the queue: its tenant's priority, and one point for each ageing time that it has waited. */
    double urgency(int priority, long now, LeaseSettings settings) {
        return priority + Math.max(0, now - asked) / (double) settings.ageing().toSeconds();
    }
}
