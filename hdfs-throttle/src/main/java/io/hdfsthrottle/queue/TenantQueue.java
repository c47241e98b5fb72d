package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.observation.ApplicationWait;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** One tenant on one volume: its branch of the share tree, its applications, and what is counted of it. Thread-safe where nothing else is said. */
final class TenantQueue {

    /** More applications than this share the tenant's last one: memory stays bounded. */
    static final int MOST_APPLICATIONS = 1_024;

    /**
     * Whatever its share, a tenant of HDFS's own work is not slower than this on a volume, in bytes a second, all its streams together: pipeline
     * recovery needs up to 2.6 MB/s, or it fails by its own deadline ({@code DataStreamer}, transfer of a block).
     */
    static final long SYSTEM_FLOOR = 4L << 20;

    /** No wait is for more than that many bytes: the product with a second fits. */
    private static final long FLOORED = 1L << 32;

    /** The rate is the mean of about this long. */
    private static final double RATE_NANOS = 1e9;

    private static final long BACKLOG_NANOS = 150_000_000L;

    /** Whether something waits is averaged over about this long. */
    private static final double HELD_NANOS = 0.5e9;

    /** A tenant is held back if something of it waits for so much of the time. Whoever shares a busy disk waits for some of it. */
    private static final double MOSTLY = 0.6;

    final LongAdder transferred = new LongAdder();
    final AtomicInteger waiting = new AtomicInteger();
    final AtomicInteger threads = new AtomicInteger();
    final LongAdder waitedNanos = new LongAdder();

    /** Of the share tree; used under the queue's lock. */
    final Branch branch;

    /** The part of the longest wait that its threads may wait now, 0 to 1. */
    volatile double waitPart = 1;

    volatile long lastUsedNanos;
    volatile long lastWaitedNanos;
    volatile boolean everWaited;

    private final Tenant tenant;
    private final Map<String, Account> applications = new ConcurrentHashMap<>();
    private long charged;
    private long chargedBefore;
    private long sampledNanos;
    private double bytesPerSecond;
    private boolean backlogged;
    private double held;
    private long backloggedNanos;
    private Terms terms;

    TenantQueue(Tenant tenant, Branch branch, long now) {
        this.tenant = tenant;
        this.branch = branch;
        this.lastUsedNanos = now;
        this.sampledNanos = now;
        this.backloggedNanos = now - BACKLOG_NANOS;
    }

    Tenant tenant() {
        return tenant;
    }

    Map<String, Account> applications() {
        return applications;
    }

    /** Counts what the tenant was charged; under the queue's lock. */
    void charged(long bytes) {
        charged += bytes;
    }

    /**
     * How long a thread may wait for that many bytes of a read or of another operation. The threads of a tenant that has a floor share it: one of
     * so many that wait waits so many times as long.
     */
    long longestWaitNanos(boolean reads, long bytes, WaitLimits limits) {
        long longest = (reads ? limits.longestReadSleep() : limits.longestSleep()).toNanos();
        long most = tenant.isSystem()
                ? Math.min(
                        longest, Math.min(bytes, FLOORED) * 1_000_000_000L / SYSTEM_FLOOR * Math.max(1, waiting.get()))
                : longest;
        return (long) (most * waitPart);
    }

    void waited(long nanos, long now) {
        waitedNanos.add(nanos);
        lastWaitedNanos = now;
        everWaited = true;
    }

    boolean waitedWithin(long nanos, long now) {
        return waiting.get() > 0 || (everWaited && now - lastWaitedNanos < nanos);
    }

    /** Adds those of its applications with a tag that waited, and used the volume within that time. */
    void addWaits(List<ApplicationWait> waits, long within, long now) {
        applications.forEach((payer, account) -> {
            long waited = account.waitedNanos.sum();
            if (waited > 0 && payer.startsWith(Account.APPLICATION) && !account.isUnused(within, now)) {
                waits.add(ApplicationWait.of(payer.substring(Account.APPLICATION.length()), tenant, waited));
            }
        });
    }

    /** Samples the rate and the backlog; by the controller, under the queue's lock. */
    void sample(long now) {
        long elapsed = now - sampledNanos;
        if (elapsed > 0) {
            double waits = branch.isBacklogged() || waiting.get() > 0 ? 1 : 0;
            held += (waits - held) * -Math.expm1(-elapsed / HELD_NANOS);
            double rate = (charged - chargedBefore) * 1e9 / elapsed;
            bytesPerSecond += (rate - bytesPerSecond) * -Math.expm1(-elapsed / RATE_NANOS);
            chargedBefore = charged;
            sampledNanos = now;
        }
        if (branch.isBacklogged()) {
            backloggedNanos = now;
        }
        backlogged = now - backloggedNanos < BACKLOG_NANOS || waitedWithin(BACKLOG_NANOS, now);
    }

    boolean isBacklogged() {
        return backlogged;
    }

    Rate rate() {
        return Rate.ofBytesPerSecond(Math.max(0, Math.round(bytesPerSecond)));
    }

    Terms terms() {
        return terms;
    }

    /** Whether these are other terms than before. */
    boolean take(Terms newTerms) {
        boolean changed = !newTerms.equals(terms);
        terms = newTerms;
        return changed;
    }

    /** Forgets applications that nobody has used for so long, before their places run out. */
    void makeRoom(long unusedNanos, long now) {
        if (applications.size() >= MOST_APPLICATIONS * 3 / 4) {
            applications.values().removeIf(account -> account.isUnused(unusedNanos, now));
        }
    }

    boolean isUnused(long forNanos, long now) {
        return threads.get() == 0 && waiting.get() == 0 && now - lastUsedNanos > forNanos;
    }

    TenantActivity activity(Entitlement entitlement, WaitLimits limits) {
        return TenantActivity.of(terms, entitlement)
                .rate(rate())
                .moved(transferred.sum(), charged)
                .backlogged(backlogged)
                .heldBack(held >= MOSTLY)
                .threads(threads.get(), waiting.get())
                .waits(longestWaitNanos(false, 64 << 10, limits), waitedNanos.sum())
                .build();
    }
}
