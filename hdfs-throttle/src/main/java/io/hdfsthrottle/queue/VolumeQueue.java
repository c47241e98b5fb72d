package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Requests;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One disk's I/O queue: the scheduler under a lock, the tenants that share the disk, and the dispatcher that asks the
 * disk. Transfer threads call {@link #account} and the streams that accounts open; one controller thread calls
 * {@link #tick}. No lock is held while the disk is asked.
 */
public final class VolumeQueue implements AutoCloseable {

    /** Longer than the coordinator goes without a report. */
    private static final long LATELY_NANOS = 60_000_000_000L;

    /** The threads that are looked at in a tick, and the streams that are passed for that: a file is read for each. */
    private static final int MOST_LOOKS = 8;

    private static final int MOST_PASSED = 256;

    private static final String SHARED =
            "shared disk: much of what it moves is not scheduled here, such as short-circuit reads, the balancer, the"
                    + " block scanner and other processes; tenants divide the rest, and wait longer";

    private static final String UNANSWERED = "disk that does not answer a request, which alone is waited for";
    private static final Logger LOG = LoggerFactory.getLogger(VolumeQueue.class);

    private final String volume;
    private final QueueSettings settings;
    private final QueueHost host;
    private final Object lock = new Object();
    private final Scheduler scheduler;
    private final Tenants tenants;
    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private final Dispatcher dispatcher;
    private volatile long readaheadPerStream = Long.MAX_VALUE;
    private volatile boolean released;
    private volatile VolumeActivity activity;
    private volatile boolean shared;
    private boolean waitsAreLimited;
    private Iterator<Stream> passing = Collections.emptyIterator();
    private Iterator<Stream> scheduled = Collections.emptyIterator();
    private long changes;

    /** A queue for the volume of that storage id; its threads are not started. */
    public VolumeQueue(String volume, QueueSettings settings, QueueHost host) {
        this.volume = volume;
        this.settings = settings;
        this.host = host;
        this.scheduler = new Scheduler(
                settings.capacity().map(Window::ofDiskLimitedTo).orElseGet(Window::ofUnknownDisk),
                settings.limits().longestSleep().multipliedBy(3).dividedBy(4));
        this.tenants = new Tenants(this, scheduler, lock, host);
        this.dispatcher = new Dispatcher(volume, scheduler, lock, host);
        this.activity = VolumeActivity.of(volume, disk(0), List.of());
        settings.capacity().ifPresent(scheduler::capacity);
    }

    /** Starts the threads that await the completion of pieces. */
    public void start() {
        dispatcher.start();
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** The requests that the disk is asked for at once. */
    public Requests requests() {
        return dispatcher.requests();
    }

    /** The activity of the volume and its tenants at the last tick. */
    public VolumeActivity activity() {
        return activity;
    }

    /**
     * The account charged for an application's operations here, or for those of a part of it, made on first use.
     *
     * @param share the path within the tenant's share: an application and what is distinguished within it, or an
     *     address
     * @param instead the tenant charged if there are {@value Tenants#MOST} tenants already; if that one has no place
     *     either, the default tenant
     */
    public Account account(Tenant tenant, SharePath share, Supplier<Tenant> instead) {
        return tenants.account(tenant, share, instead);
    }

    /**
     * The applications with a tag that used the volume within the last seconds: those that waited longest first, then
     * those that moved most.
     *
     * @param most the most that are returned
     */
    public List<ApplicationActivity> applications(int most) {
        List<ApplicationActivity> all = new ArrayList<>();
        tenants.all().forEach(tenant -> tenant.addApplications(all, LATELY_NANOS, now()));
        all.sort(Comparator.comparing(ApplicationActivity::waited)
                .thenComparing(ApplicationActivity::bytes)
                .reversed()
                .thenComparing(ApplicationActivity::application));
        return all.size() <= most ? all : new ArrayList<>(all.subList(0, most));
    }

    /**
     * Charges what an executor moved on this disk by itself to its tenant and application. No wait exceeds its limit
     * because of it.
     *
     * @param application its id
     */
    public void chargeBeside(Tenant tenant, String application, long bytes) {
        Account account = account(tenant, SharePath.of(application, Optional.empty(), PartTerms.NONE), () -> tenant);
        synchronized (lock) {
            scheduler.chargeBeside(account.branch(), bytes, now());
        }
    }

    // Called by streams.

    Stream join(Stream stream) {
        stream.account().count(1);
        stream.tenant().threads.incrementAndGet();
        streams.add(stream);
        if (released) {
            leave(stream); // nobody would close it
        }
        return stream;
    }

    /** The stream's operation is over; by its thread, or by the thread that finds it over. */
    void leave(Stream stream) {
        boolean first;
        long nanosPerMebi = -1;
        synchronized (lock) {
            first = stream.finish();
            if (first) {
                nanosPerMebi = released ? -1 : stream.nanosPerMebi();
                scheduler.wantsNothing(stream);
                charged(stream, stream.unpaid());
                Piece piece = stream instanceof Held ? ((Held) stream).takeOutstanding() : null;
                if (piece != null) {
                    scheduler.passed(piece, now());
                }
            }
        }
        if (nanosPerMebi >= 0) {
            host.hasRead(nanosPerMebi);
        }
        if (first) {
            streams.remove(stream);
            stream.account().count(-1);
            stream.tenant().threads.decrementAndGet();
            if (stream.isThisThreads()) {
                stream.close();
                dispatcher.pump(stream);
            } else {
                dispatcher.close(stream);
            }
        }
    }

    /** Under the lock. */
    private void charged(Stream stream, long bytes) {
        stream.tenant().charged(bytes);
        scheduler.charge(stream, bytes, now());
    }

    /** Only streams that want something may be passed to the scheduler: it takes a piece of each. Under the lock. */
    private void enter(Stream stream) {
        if (stream.wantsMore()) {
            scheduler.wants(stream, now());
        }
    }

    void want(Stream stream, long end) {
        Optional<Piece> next;
        synchronized (lock) {
            stream.want(end);
            enter(stream);
            next = dispatcher.dispatch(stream);
        }
        dispatcher.issue(next, stream);
    }

    /**
     * The thread has returned from the disk at that offset, and its cost exceeds its charge by that much; below 0 if it
     * is less.
     */
    void completed(Held stream, long more, long end) {
        Optional<Piece> next;
        synchronized (lock) {
            Piece piece = stream.takeOutstanding();
            if (piece == null || more >= 0) {
                charged(stream, more);
            } else {
                scheduler.issued(piece, piece.length() + more, now());
                stream.tenant().charged(more);
            }
            if (piece != null) {
                scheduler.completed(piece, now());
            }
            stream.skipTo(end);
            next = dispatcher.dispatch(stream);
        }
        dispatcher.issue(next, stream);
    }

    /** The stream advanced to that offset without the scheduler; that many of its bytes came from the disk. */
    void passed(Stream stream, long end, long bytes) {
        if (bytes <= 0) {
            stream.skipTo(end); // nothing is queued
            return;
        }
        synchronized (lock) {
            stream.skipTo(end);
            charged(stream, bytes);
        }
    }

    /**
     * The stream's thread waited long enough: it goes on with what was dispatched, to that offset at least, with a piece
     * where the disk seeks for it, and is charged for what was not dispatched. Returns where that ends.
     */
    long goOutOfTurn(Stream stream, long least) {
        long end;
        long bytes;
        synchronized (lock) {
            long packet = Math.max(least, stream.dispatched());
            // A limit lets no more than a packet through; a share pays for more, and for a seek anyway.
            end = scheduler.isLimited(stream, now()) ? packet : Math.max(packet, stream.endOutOfTurn());
            bytes = end - stream.dispatched();
            stream.skipTo(end);
            charged(stream, bytes);
            if (stream instanceof Held) {
                stream.wantNothing(); // the rest of the piece waits for its turn before the next packet
            }
            scheduler.wantsNothing(stream);
            enter(stream);
        }
        if (bytes > 0) {
            stream.tenant().outOfTurn.increment();
            long moved = isScheduling() ? stream.passing(end - bytes, bytes) : bytes;
            if (moved != bytes) {
                synchronized (lock) {
                    charged(stream, moved - bytes);
                }
            }
        }
        return end;
    }

    /** The stream advanced to that offset without the scheduler. */
    void skip(Stream stream, long end) {
        synchronized (lock) {
            stream.skipTo(end);
            scheduler.wantsNothing(stream);
        }
    }

    /** Whether the disk has done what it was asked for, and no stream that may be served wants more. */
    boolean isQuiet() {
        synchronized (lock) {
            return scheduler.outstanding() == 0 && !scheduler.hasBacklog();
        }
    }

    /** Issues what a limit releases by now, in case the disk delays the thread that watches for that. */
    void pumpIfDue(Stream caller) {
        dispatcher.pumpIfDue(caller);
    }

    boolean isScheduling() {
        return !released && host.bypass().schedules() && !dispatcher.isStuck();
    }

    boolean chargesTransferred() {
        return settings.chargesTransferred();
    }

    DeviceReads deviceReads() {
        return host.deviceReads();
    }

    WaitLimits limits() {
        return settings.limits();
    }

    long readaheadPerStream() {
        return readaheadPerStream;
    }

    long now() {
        return host.ticker().nanos();
    }

    void park(long nanos) {
        host.parker().park(nanos);
    }

    void waited(long nanos) {
        host.bypass().waited(nanos);
    }

    // Called by the controller.

    /**
     * Adds up, by key, the streams of each account that is limited below its tenant: a limit is divided by them among
     * the disks of a node.
     */
    public void countLimited(Map<String, Integer> streams) {
        synchronized (lock) {
            tenants.countLimited(streams);
        }
    }

    /**
     * Goes by its tenants' modes. All streams of a tenant end whose mode has changed: their files are closed, their
     * threads wait no more, and the next packet of each operation begins another.
     *
     * @return whether any has changed: threads have to request their accounts again
     */
    public boolean follow() {
        boolean changed = false;
        for (TenantQueue tenant : tenants.all()) {
            if (tenant.take(host.mode(tenant.tenant()))) {
                changed = true;
                streams.stream().filter(stream -> stream.tenant() == tenant).forEach(this::cutShort);
            }
        }
        return changed;
    }

    private void cutShort(Stream stream) {
        stream.cutShort();
        leave(stream);
        stream.wake();
    }

    /** Looks at what some threads do, in turn: at several that are not scheduled, and at one that is. */
    private void look() {
        passing = look(passing, false, MOST_LOOKS);
        scheduled = look(scheduled, true, 1);
    }

    private Iterator<Stream> look(Iterator<Stream> rest, boolean areScheduled, int most) {
        Iterator<Stream> next = rest.hasNext() ? rest : streams.iterator();
        int looks = 0;
        for (int passed = 0; passed < MOST_PASSED && looks < most && next.hasNext(); passed++) {
            Stream stream = next.next();
            looks += stream.isScheduled() == areScheduled && stream.look() ? 1 : 0;
        }
        return next;
    }

    /** The same as {@link #tick(Grant, Map)} on the only disk. */
    public void tick(Grant grant) {
        tick(grant, Map.of());
    }

    /**
     * Applies the grant's terms, handles streams whose thread has gone, and records the tenants' activity.
     *
     * @param limited what {@link #countLimited} added up over all disks of the node
     * @throws IllegalStateException if the volume's threads fail again and again: it needs another queue
     */
    public void tick(Grant grant, Map<String, Integer> limited) {
        long now = now();
        List<TenantQueue> present;
        tenants.makeRoom(now);
        look();
        DiskState disk;
        synchronized (lock) {
            present = tenants.sample(grant, limited, now);
            disk = disk(now);
        }
        dispatcher.renew();
        readaheadPerStream = settings.readaheadMemory() / Math.max(1, streams.size());
        tell(activity.disk().trouble(), disk.trouble());
        activity = VolumeActivity.of(volume, disk, Tenants.activities(present, disk.capacity(), settings.limits()));
    }

    /** See {@link io.hdfsthrottle.law.Branch#delayedNanos}. */
    long delayedNanos(Account account) {
        synchronized (lock) {
            return account.branch().delayedNanos(now());
        }
    }

    /** Whether the kernel calls the disk rotational. */
    public void rotational(boolean isRotational) {
        synchronized (lock) {
            scheduler.rotational(isRotational);
        }
    }

    /**
     * Whether the disk also serves much I/O that is not scheduled here; to be called about once a second, because it
     * counts the streams.
     */
    public void shareDisk(boolean isShared) {
        boolean counts = isShared && settings.capacity().isEmpty();
        shared = counts;
        synchronized (lock) {
            scheduler.share(counts ? Math.max(1, streams.size()) : 0, now());
        }
    }

    /** Under the lock. */
    private DiskState disk(long now) {
        Requests asked = scheduler.requests();
        return capacity(now)
                .withRequests(asked.piece(), asked.window(), asked.quantum(), asked.seek())
                .withTrouble(trouble());
    }

    private String trouble() {
        String kept = dispatcher.isStuck() ? UNANSWERED + ", and everything passes" : UNANSWERED;
        return dispatcher.isKept() ? kept : shared ? SHARED : "";
    }

    /** Loud, but no flood: the first, second, fourth, eighth ... change. */
    private void tell(String before, String now) {
        if (!now.equals(before) && Long.bitCount(++changes) == 1) {
            LOG.warn("Volume {}: {}", volume, now.isEmpty() ? "no longer " + before : now);
        }
    }

    /** What it was measured at, or was configured, is not the capacity of a disk that does nothing any more. */
    private DiskState capacity(long now) {
        if (scheduler.isSilent(now)) {
            return DiskState.measured(Rate.ZERO, Duration.ZERO);
        }
        if (settings.capacity().isPresent()) {
            return DiskState.configured(settings.capacity().get());
        }
        double bytesPerSecond = scheduler.bytesPerSecond();
        return bytesPerSecond > 0
                ? DiskState.measured(
                        Rate.ofBytesPerSecond((long) bytesPerSecond),
                        Duration.ofNanos(Math.max(0, now - scheduler.measuredNanos())))
                : DiskState.UNKNOWN;
    }

    /** Ends streams whose thread has ended or works on something else. Called by the controller, now and then. */
    public void closeEnded() {
        for (Stream stream : streams) {
            if (stream.isOver()) {
                leave(stream);
            }
        }
    }

    /**
     * Limits each tenant's waits to this part of the configured limit from now on; a tenant that is not named has the
     * full limit.
     */
    public void limitWaits(Map<Tenant, Double> parts) {
        if (waitsAreLimited || !parts.isEmpty()) {
            tenants.all().forEach(queue -> queue.waitPart = parts.getOrDefault(queue.tenant(), 1.0));
        }
        waitsAreLimited = !parts.isEmpty();
    }

    /** Whether any thread waits here or did within that time. */
    public boolean waitedWithin(Duration time) {
        long now = now();
        return tenants.all().stream().anyMatch(tenant -> tenant.waitedWithin(time.toNanos(), now));
    }

    /** Lets everything pass from now on, and asks the disk for nothing: it is gone. */
    public void release() {
        released = true;
        dispatcher.halt();
        wake();
    }

    /** Wakes all waiting threads, to check what has changed. */
    public void wake() {
        streams.forEach(Stream::wake);
    }

    /** Ends the threads, and waits for nothing: neither for them nor for the disk. Everything passes. */
    @Override
    public void close() {
        release();
        streams.forEach(this::leave);
        dispatcher.stop();
    }
}
