package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A lease of disks, granted or queued. Times are seconds since 1970. Immutable.
 *
 * @param owner the credential, or user, that asked, and may renew, resize and end it
 * @param asked when it was asked for
 * @param disks those that it has, those that it has longest first; none while it waits
 * @param since when its time began, or begins at the latest while its first disks are drained; 0 while it waits
 * @param until when it ends, or gives up waiting, unless it is renewed
 * @param draining those of its disks that are being drained; no other request can have them meanwhile
 * @param drainedBy when they are no longer drained, whatever is left there; its time begins then if this is {@code
 *     since}
 * @param left how many bytes of others were left on its disks when they had been drained; empty if it did not ask for
 *     drained ones, or that is not known
 */
record Lease(
        String id,
        LeaseRequest ask,
        String owner,
        long asked,
        List<DiskName> disks,
        long since,
        long until,
        List<DiskName> draining,
        long drainedBy,
        OptionalLong left) {
    Lease {
        disks = List.copyOf(disks);
        draining = List.copyOf(draining);
    }

    static Lease waiting(String id, LeaseRequest ask, String owner, long now) {
        long until = now + ask.patience().toSeconds();
        return new Lease(id, ask, owner, now, List.of(), 0, until, List.of(), 0, OptionalLong.empty());
    }

    boolean isWaiting() {
        return disks.isEmpty();
    }

    /** Whether its time begins when its disks are drained. */
    boolean beginsDrained() {
        return !draining.isEmpty() && since == drainedBy;
    }

    boolean drains(DiskName disk) {
        return draining.stream().anyMatch(disk::overlaps);
    }

    /** The same with these disks; its time begins now, or later if they are to be drained. */
    Lease granted(List<DiskName> given, long now, LeaseSettings settings) {
        long begins = ask.drain() ? now + settings.drainLongest().toSeconds() : now;
        long ends = begins + ask.time().toSeconds();
        List<DiskName> drained = ask.drain() ? given : List.of();
        return new Lease(id, ask, owner, asked, given, begins, ends, drained, begins, OptionalLong.empty());
    }

    /** The same asking for something else. */
    Lease asking(LeaseRequest other) {
        return new Lease(id, other, owner, asked, disks, since, until, draining, drainedBy, left);
    }

    /**
     * The same with these disks instead. Its time goes on; what is added is drained if that was asked for, no longer
     * than those that are being drained.
     */
    Lease resized(List<DiskName> given, long now, LeaseSettings settings) {
        List<DiskName> kept = disks.stream().filter(given::contains).toList();
        List<DiskName> added =
                given.stream().filter(disk -> !disks.contains(disk)).toList();
        Stream<DiskName> drained =
                Stream.concat(draining.stream().filter(kept::contains), ask.drain() ? added.stream() : Stream.empty());
        long by = added.isEmpty() || !draining.isEmpty()
                ? drainedBy
                : now + settings.drainLongest().toSeconds();
        List<DiskName> all = Stream.concat(kept.stream(), added.stream()).toList();
        return new Lease(id, ask, owner, asked, all, since, until, drained.toList(), by, left);
    }

    /** The same after its disks were drained; its time, of unchanged length, begins now if it had not begun. */
    Lease drained(long now, OptionalLong bytesLeft) {
        long later = beginsDrained() ? now - since : 0;
        OptionalLong all = beginsDrained()
                ? bytesLeft
                : left.isPresent() && bytesLeft.isPresent()
                        ? OptionalLong.of(left.getAsLong() + bytesLeft.getAsLong())
                        : OptionalLong.empty();
        return new Lease(id, ask, owner, asked, disks, since + later, until + later, List.of(), drainedBy, all);
    }

    Lease until(long end) {
        return new Lease(id, ask, owner, asked, disks, since, end, draining, drainedBy, left);
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
