package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The account of an application on a volume, or of a part of one, to which its operations there are charged. Threads of
 * the host open a {@link Stream} below it for each operation. Thread-safe where nothing else is said.
 */
public final class Account {

    private final VolumeQueue queue;
    private final TenantQueue tenant;
    private final Branch branch;

    /** The account that it is a part of; null for an application, or another direct share of a tenant. */
    private final Account above;

    private final String key;
    private final SharePath.Step step;
    private final Optional<String> application;

    /** Streams of its own and of its parts. */
    private final AtomicInteger streams = new AtomicInteger();

    /** Its parts, only those of the next level. */
    final AtomicInteger parts = new AtomicInteger();

    /** How long threads of its own and of its parts waited. */
    private final WaitedTime waited = new WaitedTime();

    /** The part of it that was for a limit below the tenant's. */
    private final WaitedTime limitWaited = new WaitedTime();

    /** How often a thread of an application, or of its parts, slept or ran when one was looked at. */
    private final AtomicLong slept = new AtomicLong();

    /** The same while what it had sent was on its way. */
    private final AtomicLong sent = new AtomicLong();

    private final AtomicLong ran = new AtomicLong();

    /** The bytes of all streams of the application, or of another direct share of the tenant. */
    private final LongAdder moved;

    volatile long lastUsedNanos;

    private volatile long usualRead;
    private volatile long usualWrite;
    private volatile boolean limited;
    private volatile boolean hasTerms;
    private PartTerms terms = PartTerms.NONE;
    private Rate granted = Rate.UNLIMITED;

    /**
     * @param above null for a share of the tenant itself
     * @param key what distinguishes it from the tenant's other shares and their parts
     * @param application the application that it is of; empty for other shares
     */
    Account(
            VolumeQueue queue,
            TenantQueue tenant,
            Account above,
            String key,
            SharePath.Step step,
            Optional<String> application) {
        this.queue = queue;
        this.tenant = tenant;
        this.above = above;
        this.key = key;
        this.step = step;
        this.application = key.isEmpty() ? Optional.empty() : application; // the last place is shared
        this.moved = above == null ? new LongAdder() : above.moved;
        this.branch = above == null ? tenant.branch.branch() : above.branch.branch();
    }

    /** The tenant that it is of. */
    public Tenant tenant() {
        return tenant.tenant();
    }

    /** The queue that it waits in. */
    public VolumeQueue queue() {
        return queue;
    }

    /**
     * A read of more than a few packets by the calling thread; read ahead by the queue if there is a file, or else held
     * before each piece.
     */
    public Stream longRead(Optional<BlockFile> file) {
        return queue.join(
                file.<Stream>map(open -> new ReadAhead(this, open)).orElseGet(() -> new Held(this, true, true)));
    }

    /** A short read by the calling thread: held before each packet. */
    public Stream shortRead() {
        return queue.join(new Held(this, true, false));
    }

    /**
     * A write by the calling thread; written back by the queue if there is a file, or else held before each piece.
     *
     * @param mostWaitNanos the longest single wait, whatever the limits
     */
    public Stream write(Optional<BlockFile> file, long mostWaitNanos) {
        Stream stream =
                file.<Stream>map(open -> new WriteBehind(this, open)).orElseGet(() -> new Held(this, false, true));
        stream.waitAtMost(mostWaitNanos);
        return queue.join(stream);
    }

    /** Whether operations are scheduled; if not, they are to be {@link #counted}. */
    public boolean isScheduled() {
        return tenant.isScheduled();
    }

    /**
     * An operation of the calling thread that passes and is counted.
     *
     * @param isLong whether it is a write, or a read of more than a few packets
     * @param reads whether it reads; else it writes
     */
    public Stream counted(boolean isLong, boolean reads) {
        return queue.join(new Counted(this, isLong, reads));
    }

    /** Counts bytes that pass unscheduled. */
    public void pass(long bytes) {
        tenant.transferred.add(bytes);
        moved.add(bytes);
    }

    /** The bytes that streams of the whole application moved. */
    long moved() {
        return moved.sum();
    }

    boolean isUnused(long forNanos, long now) {
        return streams.get() == 0 && parts.get() == 0 && now - lastUsedNanos > forNanos;
    }

    /** A stream begins or, below 0, ends. */
    void count(int more) {
        for (Account each = this; each != null; each = each.above) {
            each.streams.addAndGet(more);
        }
    }

    /**
     * Adds the time that one of its threads waited.
     *
     * @param forLimit the part of it that was for a limit below the tenant's
     */
    void waited(long nanos, long forLimit) {
        for (Account each = this; each != null; each = each.above) {
            each.waited.add(nanos);
            each.limitWaited.add(forLimit);
        }
    }

    /** A thread that nothing holds back slept when it was looked at; by the controller. */
    void sleptFor(boolean network) {
        Account whole = whole();
        long unused = (network ? whole.sent : whole.slept).incrementAndGet();
    }

    /** The same for one that ran. */
    void ran() {
        long unused = whole().ran.incrementAndGet();
    }

    private Account whole() {
        Account whole = this;
        while (whole.above != null) {
            whole = whole.above;
        }
        return whole;
    }

    /** What it, an application, moved and how long it waited. */
    ApplicationActivity activity(String id) {
        return ApplicationActivity.of(id, tenant(), moved(), waited())
                .with(Math.max(0, streams()))
                .delayedByLimit(limitWaited.sum())
                .seen(slept.get(), sent.get(), ran.get());
    }

    /** How long threads of it and of its parts waited. */
    Duration waited() {
        return waited.sum();
    }

    /** How many streams it and its parts have. */
    int streams() {
        return streams.get();
    }

    /** The account that it is a part of; null for a share of the tenant itself. */
    Account above() {
        return above;
    }

    String key() {
        return key;
    }

    /** Whether a limit below the tenant's applies to it, its own or that of an account above it. */
    boolean isLimited() {
        for (Account each = this; each != null; each = each.above) {
            if (each.limited) {
                return true;
            }
        }
        return false;
    }

    /** The application whose terms apply to it, if it is of one. */
    Optional<String> application() {
        return application;
    }

    /** Whether any terms were set. */
    boolean hasTerms() {
        return hasTerms;
    }

    /** Whether it has a limit or a reservation of its own; under the queue's lock. */
    boolean isRated() {
        return limited || !terms.reservation(step.level()).equals(Rate.ZERO);
    }

    /**
     * Applies the application's terms for a part of its level from now on; under the queue's lock.
     *
     * @param part the part of a rate that it has here: the rest is for the streams on other disks of the node
     */
    void take(PartTerms newTerms, double part, Scheduler scheduler) {
        Rate limit = newTerms.limit(step.level());
        Rate here = limit.isUnlimited() ? limit : part(limit, part);
        if (!newTerms.equals(terms) || !here.equals(granted)) {
            terms = newTerms;
            granted = here;
            hasTerms = true;
            limited = !limit.isUnlimited();
            scheduler.partTerms(
                    branch,
                    newTerms.weight(step.level(), step.name()),
                    part(newTerms.reservation(step.level()), part),
                    here);
        }
    }

    /** The limit that it has here; under the queue's lock. */
    Rate granted() {
        return granted;
    }

    private static Rate part(Rate rate, double part) {
        return part == 1 || rate.equals(Rate.ZERO)
                ? rate
                : Rate.ofBytesPerSecond(Math.max(1, (long) (rate.bytesPerSecond() * part)));
    }

    Branch branch() {
        return branch;
    }

    TenantQueue tenantQueue() {
        return tenant;
    }

    /** How long the application's last long read was, in bytes; 0 while none has ended. */
    long usualRead() {
        return usualRead;
    }

    void usualRead(long bytes) {
        usualRead = bytes;
    }

    /** The same of its last write. */
    long usualWrite() {
        return usualWrite;
    }

    void usualWrite(long bytes) {
        usualWrite = bytes;
    }
}
