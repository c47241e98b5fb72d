package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.unit.Rate;
import java.util.Collection;

/**
 * What the controller sees of one tenant on one volume, tick by tick: how fast it goes, and what holds it back - pacing,
 * the disk, or its own client. Used by the controller's thread alone.
 */
final class TenantLoad {

    private static final double NANOS = 1e9;

    /** The memory of the rate: long enough to even out packets, short against 300 ms of reaction. */
    private static final double MEMORY_NANOS = 150e6;

    private static final long BACKLOGGED_NANOS = 150_000_000L;
    private static final long ACTIVE_NANOS = 200_000_000L;

    /** A look at a thread's state costs some microseconds: this many of a tenant's threads are looked at in a tick. */
    private static final int MOST_LOOKS = 8;

    private final TenantBucket bucket;
    private long lastMoved;
    private long lastNanos;
    private long movedInTick;
    private double bytesPerSecond;
    private boolean backlogged;
    private boolean active;
    private boolean waitsNow;
    private boolean waitedBefore;
    private double waiting;

    TenantLoad(TenantBucket bucket, long nowNanos) {
        this.bucket = bucket;
        this.lastNanos = nowNanos - BACKLOGGED_NANOS;
    }

    void observe(DiskWatch disk, long now) {
        long moved = bucket.moved();
        double elapsed = Math.max(now - lastNanos, 1);
        movedInTick = moved - lastMoved;
        bytesPerSecond += (movedInTick / elapsed * NANOS - bytesPerSecond) * (1 - Math.exp(-elapsed / MEMORY_NANOS));
        lastMoved = moved;
        lastNanos = now;
        backlogged = bucket.restedWithin(BACKLOGGED_NANOS, now);
        active = bucket.calledWithin(ACTIVE_NANOS, now);
        waitedBefore = waitsNow;
        waitsNow = bucket.resting() == 0 && somebodyWaits(disk, bucket.transfers());
        active = active || waitsNow;
        waiting += ((waitsNow ? 1 : 0) - waiting) * 0.25;
    }

    private static boolean somebodyWaits(DiskWatch disk, Collection<Transfer> transfers) {
        int looks = 0;
        for (Transfer transfer : transfers) {
            if (disk.waits(transfer)) {
                return true;
            }
            if (++looks == MOST_LOOKS) {
                return false;
            }
        }
        return false;
    }

    TenantBucket bucket() {
        return bucket;
    }

    /** Whether the disk, and not pacing or the client, is what holds it back. */
    boolean isHeldByDisk() {
        return active && waiting > 0.2 && (waitsNow || waitedBefore);
    }

    /** Whether pacing held it back lately. */
    boolean isBacklogged() {
        return backlogged;
    }

    /** Whether it does anything. */
    boolean isActive() {
        return active;
    }

    long movedInTick() {
        return movedInTick;
    }

    double bytesPerSecond() {
        return bytesPerSecond;
    }

    /** Everything for whom something of ours or of the disk's holds back; what it lately moved for anybody else. */
    Demand demand(Terms terms, boolean wantsAll) {
        Rate wanted = wantsAll ? Rate.UNLIMITED : active ? rate() : Rate.ZERO;
        return Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted);
    }

    Rate rate() {
        return Rate.ofBytesPerSecond((long) Math.max(bytesPerSecond, 0));
    }
}
