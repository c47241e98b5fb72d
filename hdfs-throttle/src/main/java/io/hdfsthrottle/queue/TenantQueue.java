package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * One tenant on one volume: its branch of the share tree, its applications, and its counters. Thread-safe where nothing
 * else is said.
 */
final class TenantQueue {

    /** More applications than this share the tenant's last one: memory stays bounded. */
    static final int MOST_APPLICATIONS = 1_024;

    /**
     * The most parts of all applications together that are distinguished; further ones share a place with others of
     * their level.
     */
    static final int MOST_PARTS = 4_096;

    /** The most executors or pools of an application. */
    static final int MOST_GROUPS = 64;

    /** The most tasks of a pool. */
    static final int MOST_TASKS = 1_024;

    /** An unused part is removed soon, because tasks come and go: as soon as its largest possible debt has expired. */
    private static final long UNUSED_PART_NANOS = 5_000_000_000L;

    /** Fewer parts than this are kept even if unused. */
    static final int FEW_PARTS = 64;

    /**
     * Whatever its share, a tenant of HDFS's own work is not slower than this on a volume, in bytes a second, all its
     * streams together: pipeline recovery needs up to 2.6 MB/s, or it fails by its own deadline ({@code DataStreamer},
     * transfer of a block).
     */
    static final long SYSTEM_FLOOR = 4L << 20;

    /** No wait is for more than that many bytes: the product with a second fits. */
    private static final long FLOORED = 1L << 32;

    /** The rate is the mean of about this long. */
    private static final double RATE_NANOS = 1e9;

    /**
     * A tenant without a thread that began nothing for so long has left: its rate is then 0, not the rest of a mean. Of
     * one that is gone for a moment the mean says what it wants here, as its threads come and go between disks.
     */
    private static final long LEFT_NANOS = 3_000_000_000L;

    private static final long BACKLOG_NANOS = 150_000_000L;

    /** What a tenant forfeits is averaged over about this long: one that begins to forfeit nothing shows in a second. */
    private static final double FORFEITED_NANOS = 0.3e9;

    /** A look at one of its threads counts as that part of what is known about how often they wait for the disk. */
    private static final double LOOK = 0.1;

    /** A tenant whose threads wait for the disk for a larger part of the time would use more of it. */
    private static final double MOSTLY = 0.5;

    /** A tenant that forfeits more has a pace of its own, however often it is found waiting. */
    private static final double MOST_FORFEITED = 0.1;

    final LongAdder transferred = new LongAdder();

    /** Those of its bytes that passed while it was not scheduled. */
    final LongAdder passed = new LongAdder();

    final AtomicInteger waiting = new AtomicInteger();
    final AtomicInteger threads = new AtomicInteger();
    final WaitedTime waited = new WaitedTime();
    final LongAdder outOfTurn = new LongAdder();

    /** Of the share tree; used under the queue's lock. */
    final Branch branch;

    /** The part of the longest wait that its threads may wait now, 0 to 1. */
    volatile double waitPart = 1;

    volatile long lastUsedNanos;
    volatile long lastWaitedNanos;
    volatile boolean everWaited;

    /** Whether anything of it has a limit or a reservation of its own; under the queue's lock. */
    boolean isRated;

    /** Its waits, each at the place of its duration. */
    private final AtomicLongArray waits = new AtomicLongArray(WaitCounts.PLACES);

    private final AtomicInteger waitingForLimits = new AtomicInteger();
    private volatile long lastWaitedForShareNanos;
    private volatile boolean everWaitedForShare;

    private final Tenant tenant;
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final AtomicInteger applications = new AtomicInteger();
    private final AtomicInteger parts = new AtomicInteger();
    private volatile Mode mode = Mode.ENFORCE;
    private double diskWaits;
    private long charged;
    private long usedBefore;
    private long sampledNanos;
    private double bytesPerSecond;
    private boolean backlogged;
    private double forfeited = 1;
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

    /** The accounts that divide its share, and their parts, by key. */
    Map<String, Account> accounts() {
        return accounts;
    }

    /**
     * The account of that step below another, or the account shared by all for which there is no room; made if it does
     * not exist.
     *
     * @param above null for a share of the tenant itself
     * @param application the id of its application, if it is of one
     * @param lock of the queue
     */
    Account account(Account above, SharePath.Step step, Optional<String> application, VolumeQueue queue, Object lock) {
        if (above == null) {
            Account known = accounts.get(step.key());
            String key = known != null || applications.get() < MOST_APPLICATIONS ? step.key() : "";
            return accounts.computeIfAbsent(key, missing -> {
                applications.incrementAndGet();
                synchronized (lock) {
                    return new Account(queue, this, null, missing, step, application);
                }
            });
        }
        String key = SharePath.below(above.key(), step);
        Account known = accounts.get(key);
        if (known != null) {
            return known;
        }
        int most = step.level() == Level.TASK ? MOST_TASKS : MOST_GROUPS;
        boolean isRoom = parts.get() < MOST_PARTS && above.parts.get() < most;
        SharePath.Step placed = isRoom ? step : step.others();
        return accounts.computeIfAbsent(SharePath.below(above.key(), placed), missing -> {
            parts.incrementAndGet();
            above.parts.incrementAndGet();
            synchronized (lock) {
                return new Account(queue, this, above, missing, placed, application);
            }
        });
    }

    /** Counts what the tenant was charged; under the queue's lock. */
    void charged(long bytes) {
        charged += bytes;
    }

    /**
     * How long a thread may wait until that many bytes of a read or of another operation pass out of turn. The threads
     * of a tenant that has a floor share it: one of n that wait waits n times as long.
     */
    long longestWaitNanos(boolean reads, long bytes, WaitLimits limits) {
        long longest = (reads ? limits.longestSleep() : limits.longestSleepOfWrites()).toNanos();
        long most = tenant.isSystem()
                ? Math.min(
                        longest, Math.min(bytes, FLOORED) * 1_000_000_000L / SYSTEM_FLOOR * Math.max(1, waiting.get()))
                : longest;
        return (long) (most * waitPart);
    }

    /** A thread begins to wait or, below 0, ends. */
    void waits(int more, boolean limited) {
        waiting.addAndGet(more);
        if (limited) {
            waitingForLimits.addAndGet(more);
        }
    }

    /**
     * A thread has waited.
     *
     * @param limited whether by a limit below the tenant's: more for the tenant would perhaps not have helped
     */
    void waited(long nanos, long now, boolean limited) {
        waited.add(nanos);
        long unused = waits.incrementAndGet(WaitCounts.place(nanos));
        lastWaitedNanos = now;
        everWaited = true;
        if (!limited) {
            lastWaitedForShareNanos = now;
            everWaitedForShare = true;
        }
    }

    /**
     * Whether a thread without a limit below the tenant's waits; one with such a limit is backlogged if the limit is
     * not what delays it.
     */
    private boolean isWaitingForShare() {
        return waiting.get() > waitingForLimits.get();
    }

    boolean waitedWithin(long nanos, long now) {
        return waiting.get() > 0 || (everWaited && now - lastWaitedNanos < nanos);
    }

    /** Adds those of its applications with a tag that moved anything or waited, and used the volume within that time. */
    void addApplications(List<ApplicationActivity> all, long within, long now) {
        for (Account account : accounts.values()) {
            if (account.above() == null && !account.isUnused(within, now)) {
                account.application()
                        .map(account::activity)
                        .filter(each -> each.bytes() > 0 || !each.waited().isZero())
                        .ifPresent(all::add);
            }
        }
    }

    /** Samples the rate and the backlog; by the controller, under the queue's lock. */
    void sample(long now) {
        long elapsed = now - sampledNanos;
        if (elapsed > 0) {
            forfeited += (branch.forfeited(elapsed, now) - forfeited) * -Math.expm1(-elapsed / FORFEITED_NANOS);
            long used = charged + passed.sum();
            double rate = (used - usedBefore) * 1e9 / elapsed;
            boolean left = used == usedBefore && isUnused(LEFT_NANOS, now);
            bytesPerSecond = left ? 0 : bytesPerSecond + (rate - bytesPerSecond) * -Math.expm1(-elapsed / RATE_NANOS);
            usedBefore = used;
            sampledNanos = now;
        }
        if (branch.isBacklogged()) {
            backloggedNanos = now;
        }
        backlogged = isScheduled()
                ? now - backloggedNanos < BACKLOG_NANOS
                        || isWaitingForShare()
                        || (everWaitedForShare && now - lastWaitedForShareNanos < BACKLOG_NANOS)
                : threads.get() > 0 && diskWaits > MOSTLY;
    }

    /** Whether its operations are scheduled. */
    boolean isScheduled() {
        return mode == Mode.ENFORCE;
    }

    /** Sets what is done about its operations; true if that differs from before. By the controller. */
    boolean take(Mode newMode) {
        boolean changed = newMode != mode;
        mode = newMode;
        diskWaits = changed ? 0 : diskWaits;
        return changed;
    }

    /** One of its threads that are not scheduled was looked at: whether it waits for the disk. By the controller. */
    void looked(boolean waits) {
        diskWaits += ((waits ? 1 : 0) - diskWaits) * LOOK;
    }

    boolean isBacklogged() {
        return backlogged;
    }

    /** Whether it would use more than its share: it waited, and forfeited hardly anything; or more than it gets. */
    boolean isHeldBack() {
        return backlogged && (forfeited <= MOST_FORFEITED || !isScheduled());
    }

    Rate rate() {
        return Rate.ofBytesPerSecond(Math.max(0, Math.round(bytesPerSecond)));
    }

    Terms terms() {
        return terms;
    }

    /** Sets the terms; true if they differ from those before. */
    boolean take(Terms newTerms) {
        boolean changed = !newTerms.equals(terms);
        terms = newTerms;
        return changed;
    }

    /**
     * Removes applications that were unused for that time, before their places run out, and parts; returns the removed
     * ones.
     */
    List<Account> makeRoom(long unusedNanos, long now) {
        List<Account> gone = new ArrayList<>();
        if (parts.get() >= FEW_PARTS) {
            forget(account -> account.above() != null && account.isUnused(UNUSED_PART_NANOS, now), parts, gone);
        }
        if (applications.get() >= MOST_APPLICATIONS * 3 / 4) {
            forget(account -> account.above() == null && account.isUnused(unusedNanos, now), applications, gone);
        }
        return gone;
    }

    private void forget(Predicate<Account> unused, AtomicInteger count, List<Account> gone) {
        for (Account account : List.copyOf(accounts.values())) {
            if (unused.test(account) && accounts.remove(account.key(), account)) {
                count.decrementAndGet();
                if (account.above() != null) {
                    account.above().parts.decrementAndGet();
                }
                gone.add(account);
            }
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
                .heldBack(isHeldBack())
                .threads(threads.get(), waiting.get())
                .waits(longestWaitNanos(true, 64 << 10, limits), waited.sum())
                .outOfTurn(outOfTurn.sum())
                .counting(WaitCounts.counted(waits::get))
                .build();
    }
}
