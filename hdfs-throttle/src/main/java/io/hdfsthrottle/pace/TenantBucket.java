package io.hdfsthrottle.pace;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * One tenant on one volume: counts its bytes and holds its threads back to its allowance.
 *
 * <p>Every thread takes a ticket, the count of the tenant's bytes including its own, and rests until the allowance has
 * reached it: first come, first served within a tenant, without a lock and without knowing of one another. A ticket is
 * taken also by a call that does not rest, so nothing is moved for nothing: what went ahead is debt, and later calls wait
 * for it. While the allowance is unlimited, bytes are counted and nobody takes a ticket. Thread-safe: threads of the host
 * call {@link #pace}, one controller thread renews the allowance.
 */
public final class TenantBucket {

    /**
     * Calls of fewer bytes never rest: the last packet of a read is 4 bytes and is throttled before it is flushed
     * ({@code BlockSender.sendBlock}), so a rest there would only delay the end.
     */
    static final long NEVER_REST_BELOW = 512;

    /** Rests are cut into pieces, so that a new allowance or an opened gate is seen soon. */
    static final long LONGEST_PIECE_NANOS = 20_000_000L;

    /** With twice as many threads at rest as this, pieces grow: 4,096 threads that wake 50 times a second are a load by themselves. */
    static final int MOST_RESTING_IN_SHORT_PIECES = 256;

    /** The longest that pieces become. */
    static final long LONGEST_PIECE_OF_MANY_NANOS = 500_000_000L;

    /**
     * A packet of 64 KiB at 4 MiB a second: whatever its share, no stream of HDFS's own work is slower than that. Pipeline recovery
     * needs up to 2.6 MB/s a stream, or it fails by its own deadline ({@code DataStreamer}, transfer of a block).
     */
    static final long LONGEST_SYSTEM_SLEEP_NANOS = 15_625_000L;

    /** Calls are noted no more often: noting each would take the cache line from all threads that read it. */
    private static final long CALLS_NOTED_EVERY_NANOS = 1_000_000L;

    private final Tenant tenant;
    private final Gate gate;
    private final Ticker ticker;
    private final Parker parker;
    private final long longestSleepNanos;
    private final long longestReadSleepNanos;

    private final Tickets tickets = new Tickets();
    private final Turns turns = new Turns();
    private final LongAdder notCharged = new LongAdder();
    private final AtomicInteger resting = new AtomicInteger();
    private final LongAdder restedNanos = new LongAdder();
    private final Transfers transfers = new Transfers();
    private volatile long lastCallNanos;
    private volatile long lastRestNanos;
    private volatile boolean everRested;
    private volatile Allowance allowance;
    private volatile double restPart = 1;
    private volatile long longestPieceNanos = LONGEST_PIECE_NANOS;

    TenantBucket(Tenant tenant, Gate gate, Ticker ticker, Parker parker, PacingLimits limits, Allowance allowance) {
        this.tenant = tenant;
        this.gate = gate;
        this.ticker = ticker;
        this.parker = parker;
        long longest = tenant.isSystem() ? LONGEST_SYSTEM_SLEEP_NANOS : Long.MAX_VALUE;
        this.longestSleepNanos = Math.min(longest, limits.longestSleep().toNanos());
        this.longestReadSleepNanos = Math.min(longest, limits.longestReadSleep().toNanos());
        this.lastCallNanos = ticker.nanos();
        this.allowance = allowance;
    }

    /**
     * Charges bytes that the calling thread moves, and holds the thread until they are allowed: at most the longest
     * sleep, not at all if it is interrupted (the flag is kept) or the gate is open, and nothing below
     * {@value #NEVER_REST_BELOW} bytes. Allocates nothing; one clock read and one or two atomic additions if it need not
     * rest.
     */
    public void pace(long bytes) {
        pace(bytes, bytes);
    }

    /** The same where what is charged is not what was transferred: less from memory, more with readahead; 0 is possible. */
    public void pace(long bytes, long charge) {
        pace(bytes, charge, Long.MAX_VALUE);
    }

    /** The same for a call that must not rest longer than that, whatever is configured. */
    public void pace(long bytes, long charge, long mostRestNanos) {
        if (bytes > 0) {
            chargeAndRest(bytes, charge, Math.min(longestSleepNanos, mostRestNanos), ticker.nanos());
        }
    }

    /**
     * The same for bytes that are read, charged as the calling thread's reads are: their rests have a longest of their own. One look
     * at the clock for both, which is a third of what a call costs.
     */
    public void paceRead(long bytes, ReadCharge reads, long mostRestNanos) {
        if (bytes > 0) {
            long now = ticker.nanos();
            long ticket = charge(bytes, reads.of(bytes, now), now);
            if (bytes >= NEVER_REST_BELOW && ticket != Tickets.NONE) {
                long place = place(ticket, reads);
                if (allowance.nanosUntil(place, now) > 0) {
                    rest(place, Math.min(longestReadSleepNanos, mostRestNanos), now);
                }
            }
        }
    }

    private void chargeAndRest(long bytes, long charge, long longestNanos, long now) {
        long ticket = charge(bytes, charge, now);
        if (bytes >= NEVER_REST_BELOW && allowance.nanosUntil(ticket, now) > 0) {
            rest(ticket, longestNanos, now);
        }
    }

    /**
     * Where a reader with that ticket stands: at its ticket, or behind it if it is not its turn ({@link Turns}).
     *
     * @return what is to be given to {@link #restNanos} instead of the ticket
     */
    public long place(long ticket, ReadCharge reads) {
        return ticket + (long) (reads.turn(turns) * allowance.turn());
    }

    /** Charges like {@link #paceRead} and holds nobody back: the kernel does. */
    public void watch(long bytes, ReadCharge reads) {
        if (bytes > 0) {
            long now = ticker.nanos();
            charge(bytes, reads.of(bytes, now), now);
        }
    }

    private void rest(long ticket, long longestNanos, long startNanos) {
        long now = startNanos;
        long asked = 0;
        beginRest();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                // By the clock or by what was asked for, whichever is more: nobody rests for ever because a clock
                // stands still.
                long rested = Math.max(now - startNanos, asked);
                long piece = restNanos(ticket, longestNanos, now - rested, now);
                if (piece <= 0) {
                    return;
                }
                parker.park(piece);
                asked += piece;
                now = ticker.nanos();
            }
        } finally {
            endRest(startNanos, now);
        }
    }

    /**
     * Charges bytes without holding anybody: the first step of {@link #pace}, for callers that must not block, as a
     * simulation's. They ask {@link #restNanos} until it says 0, between {@link #beginRest} and {@link #endRest}.
     *
     * @param bytes what is transferred, above 0
     * @param charge what of it is charged: less from memory, more with readahead; 0 is possible
     * @return the ticket
     */
    public long charge(long bytes, long charge, long nowNanos) {
        long sinceNoted = nowNanos - lastCallNanos;
        if (sinceNoted >= CALLS_NOTED_EVERY_NANOS || sinceNoted < 0) {
            lastCallNanos = nowNanos;
        }
        if (charge != bytes) {
            notCharged.add(bytes - charge);
        }
        if (allowance.isUnlimited()) {
            tickets.count(charge);
            return Tickets.NONE;
        }
        return tickets.take(charge);
    }

    /**
     * How long a reader that holds the ticket rests before it asks again: at most 20 ms, or half of what is left where many
     * rest; 0 or less once it may go on.
     *
     * @param sinceNanos when its rest began
     */
    public long restNanos(long ticket, long sinceNanos, long nowNanos) {
        return restNanos(ticket, longestReadSleepNanos, sinceNanos, nowNanos);
    }

    private long restNanos(long ticket, long longestNanos, long sinceNanos, long nowNanos) {
        if (gate.isOpen()) {
            return 0;
        }
        long left = Math.min(
                (long) (longestNanos * restPart) - (nowNanos - sinceNanos), allowance.nanosUntil(ticket, nowNanos));
        // What is far away may come nearer; nobody needs to look at it often.
        return Math.min(left, Math.max(LONGEST_PIECE_NANOS, Math.min(longestPieceNanos, left / 2)));
    }

    /** One more rests, until {@link #endRest}. */
    public void beginRest() {
        resting.incrementAndGet();
        everRested = true;
    }

    /** Whoever rested since that moment goes on. */
    public void endRest(long sinceNanos, long nowNanos) {
        lastRestNanos = nowNanos;
        restedNanos.add(nowNanos - sinceNanos);
        gate.rested(nowNanos - sinceNanos);
        resting.decrementAndGet();
    }

    /** Charges what a thread still owes that works for somebody else by now; nobody is held back for it. */
    public void settle(long charge) {
        if (charge > 0) {
            tickets.take(charge);
            notCharged.add(-charge);
        }
    }

    /** The calling thread's transfers are this tenant's from now on, until {@link #leave}. */
    public void join(Transfer transfer) {
        transfers.join(transfer);
    }

    /** The thread works for somebody else from now on. */
    public void leave(Transfer transfer) {
        transfers.leave(transfer);
    }

    /** The threads that work for the tenant here. */
    Transfers transfers() {
        return transfers;
    }

    /** Wakes whoever rests, to look at what has changed. */
    void wake() {
        transfers.wake();
    }

    /** Whether nobody has used it for that long, and no thread's transfers are this tenant's. */
    boolean isUnused(long nanos, long nowNanos) {
        return !calledWithin(nanos, nowNanos) && !transfers.anyLives();
    }

    /** Whose bucket. */
    public Tenant tenant() {
        return tenant;
    }

    /** Bytes charged since the bucket was made. Asked by the controller. */
    long moved() {
        return tickets.total();
    }

    /** Bytes transferred since the bucket was made, whatever was charged for them. Asked by the controller. */
    long transferred() {
        return moved() + notCharged.sum();
    }

    /** Threads at rest now. */
    int resting() {
        return resting.get();
    }

    /** From now on, no call rests longer than this part of what is configured, 0 to 1; whoever has already goes on. */
    void limitRests(double part) {
        restPart = part;
    }

    /** The longest that a call which does not read may rest now, in nanoseconds. */
    long longestSleepNanos() {
        return (long) (longestSleepNanos * restPart);
    }

    /** Nanoseconds that threads rested, summed over threads. */
    long restedNanos() {
        return restedNanos.sum();
    }

    /** Whether a thread rests now or did within that time. */
    boolean restedWithin(long nanos, long nowNanos) {
        return resting.get() > 0 || (everRested && nowNanos - lastRestNanos <= nanos);
    }

    /** Whether a thread rests now or called within that time, to a millisecond. */
    boolean calledWithin(long nanos, long nowNanos) {
        return resting.get() > 0 || nowNanos - lastCallNanos <= nanos;
    }

    Allowance allowance() {
        return allowance;
    }

    void renew(Allowance newAllowance) {
        tickets.gather();
        allowance = newAllowance;
        longestPieceNanos = Math.min(
                LONGEST_PIECE_NANOS * Math.max(1, resting.get() / MOST_RESTING_IN_SHORT_PIECES),
                LONGEST_PIECE_OF_MANY_NANOS);
    }
}
