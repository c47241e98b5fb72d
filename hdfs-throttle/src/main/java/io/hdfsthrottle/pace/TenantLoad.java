package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.unit.Rate;

/**
 * What the controller sees of one tenant on one volume, tick by tick: how fast it goes, and what holds it back - pacing,
 * the disk, or its own client. Made by any thread, used by the controller's alone.
 */
final class TenantLoad {

    private static final double NANOS = 1e9;

    /** The memory of the rate: long enough to even out packets, short against 300 ms of reaction. */
    private static final double MEMORY_NANOS = 150e6;

    private static final long BACKLOGGED_NANOS = 150_000_000L;
    private static final long ACTIVE_NANOS = 200_000_000L;

    /** Longer than a disk takes over a piece of readahead for each of hundreds of threads: 4 MiB, Hadoop's default, for 300 of them are eight seconds of 157 MB/s. */
    private static final long STUCK_NANOS = 10_000_000_000L;

    private static final double HALF_BUSY = 0.5;

    /** What a DataNode sends and takes at a time ({@code BlockSender.MIN_BUFFER_WITH_TRANSFERTO}, {@code dfs.client-write-packet-size}). */
    private static final double PACKET_BYTES = 64 << 10;

    /** How much of a tick's look at the threads counts towards the average. */
    private static final double LOOK = 0.25;

    /** Threads that have ended are forgotten once a second: there may be thousands to look at. */
    private static final int TICKS_TO_FORGET = 20;

    private final TenantBucket bucket;
    private final Position position = new Position();
    private Grant termsBy;
    private Terms terms;
    private long lastMoved;
    private long lastNanos;
    private boolean observed;
    private long movedInTick;
    private double bytesPerSecond;
    private boolean backlogged;
    private boolean active;
    private boolean worthALook;
    private boolean waitsNow;
    private boolean waitedBefore;
    private double waiting;
    private int ticks;
    private int threads;
    private boolean everHadThreads;

    TenantLoad(TenantBucket bucket) {
        this.bucket = bucket;
    }

    /** Looks at the tenant, and at so many of its threads at most; if at none, they are as they were when last looked at. */
    void observe(DiskWatch disk, double diskBusy, int mostLooks, long now) {
        long moved = bucket.moved();
        double elapsed = observed ? Math.max(now - lastNanos, 1) : BACKLOGGED_NANOS;
        observed = true;
        movedInTick = moved - lastMoved;
        // StrictMath, so that a simulation gives the same on every machine.
        bytesPerSecond +=
                (movedInTick / elapsed * NANOS - bytesPerSecond) * (1 - StrictMath.exp(-elapsed / MEMORY_NANOS));
        lastMoved = moved;
        lastNanos = now;
        backlogged = bucket.restedWithin(BACKLOGGED_NANOS, now);
        // A look at threads costs microseconds each, so it is taken only where it can matter; and whoever has not
        // moved a byte for ten seconds is stuck, not slow: nobody waits for it.
        worthALook = diskBusy > HALF_BUSY && bucket.resting() == 0 && bucket.calledWithin(STUCK_NANOS, now);
        if (mostLooks > 0 || !worthALook) {
            waitedBefore = waitsNow;
            waitsNow = worthALook && bucket.transfers().any(disk::waits, mostLooks);
            waiting += ((waitsNow ? 1 : 0) - waiting) * LOOK;
        }
        if (ticks++ % TICKS_TO_FORGET == 0) {
            bucket.transfers().forgetEnded();
        }
        boolean anyLives = bucket.resting() > 0 || bucket.transfers().anyLives();
        threads = anyLives ? bucket.transfers().count() : 0;
        everHadThreads |= anyLives;
        boolean gone = everHadThreads && !anyLives;
        active = waitsNow || (!gone && bucket.calledWithin(ACTIVE_NANOS, now));
    }

    TenantBucket bucket() {
        return bucket;
    }

    /** Its terms by that grant; looked up once for each. */
    Terms terms(Grant grant) {
        if (grant != termsBy) {
            terms = grant.terms(bucket.tenant());
            termsBy = grant;
        }
        return terms;
    }

    /** How far it has come. */
    Position position() {
        return position;
    }

    /** Whether its threads had to be looked at. */
    boolean isWorthALook() {
        return worthALook;
    }

    /** Whether its threads wait for the disk, and not for pacing or for their clients. */
    boolean isWaitingForDisk() {
        return active && waiting > 0.2 && (waitsNow || waitedBefore);
    }

    /** Whether pacing held it back lately. */
    boolean isBacklogged() {
        return backlogged;
    }

    /**
     * What its threads at rest were charged for and have not sent, in bytes: a packet each. Debt that is forgiven must leave that, or
     * the oldest of hundreds would never rest.
     */
    double bytesAtRest() {
        return bucket.resting() * PACKET_BYTES;
    }

    /** The host's threads that are its, and those that ended within the last second; none once all of them have. */
    int threads() {
        return threads;
    }

    /** Whether it does anything. */
    boolean isActive() {
        return active;
    }

    /** Bytes between the last two ticks. */
    long movedInTick() {
        return movedInTick;
    }

    /** What it lately moved. */
    Rate rate() {
        return Rate.ofBytesPerSecond((long) Math.max(bytesPerSecond, 0));
    }
}
