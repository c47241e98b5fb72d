package io.hdfsthrottle.queue;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.law.Tuner;
import io.hdfsthrottle.law.Tuning;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * One disk's queue: the law under a lock, the tenants that share the disk, and the threads that see its pieces complete. Transfer threads call
 * {@link #account} and the streams that accounts open; one controller thread calls {@link #tick}. Nothing is held while the disk is asked.
 */
public final class VolumeQueue implements AutoCloseable {

    /** More tenants than this share the default tenant's place: memory stays bounded, I/O is served. */
    static final int MOST_TENANTS = 4_096;

    /** From so many on, those that nobody uses make room. */
    private static final int CROWDED = MOST_TENANTS * 3 / 4;

    private static final long UNUSED_NANOS = 60_000_000_000L;

    private final String volume;
    private final QueueSettings settings;
    private final QueueHost host;
    private final ReentrantLock lock = new ReentrantLock();
    private final Scheduler scheduler;
    private final Map<Tenant, TenantQueue> tenants = new ConcurrentHashMap<>();
    private final Set<Stream> streams = ConcurrentHashMap.newKeySet();
    private final Reaper reads;
    private final Reaper writes;
    private final Object newcomers = new Object();
    private volatile Tuning tuning;
    private volatile long readaheadPerStream = Long.MAX_VALUE;
    private volatile boolean released;
    private volatile VolumeActivity activity;
    private volatile long nextDueNanos = Long.MAX_VALUE;
    private boolean waitsAreLimited;

    /**
     * A queue for a volume; its threads are not started.
     *
     * @param volume the volume's storage id
     */
    public VolumeQueue(String volume, QueueSettings settings, QueueHost host) {
        this.volume = volume;
        this.settings = settings;
        this.host = host;
        this.scheduler = new Scheduler(settings.capacity().isPresent() ? Tuner.ofLimitedDisk() : new Tuner());
        this.tuning = scheduler.tuning();
        this.reads = new Reaper("hdfs-throttle-reads-" + volume, this::reaped, this::nanosToNext, host::failed);
        this.writes = new Reaper("hdfs-throttle-writes-" + volume, this::reaped, () -> Long.MAX_VALUE, host::failed);
        this.activity = VolumeActivity.paced(volume, settings.capacity(), List.of());
        settings.capacity().ifPresent(scheduler::capacity);
    }

    /** Starts the threads that see pieces complete. */
    public void start() {
        reads.start();
        writes.start();
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** How the disk is asked now. */
    public Tuning tuning() {
        return tuning;
    }

    /** How the volume and its tenants fared at the last tick. */
    public VolumeActivity activity() {
        return activity;
    }

    /**
     * What pays for an application's operations here, made when first asked for.
     *
     * @param application what the tenant's share is divided by: an application's id, or an address
     * @param instead whose it is if there are {@value #MOST_TENANTS} tenants already; if that one has no place either, the default tenant's
     */
    public Account account(Tenant tenant, String application, Supplier<Tenant> instead) {
        TenantQueue queue = tenants.get(tenant);
        if (queue == null) {
            queue = newcomer(tenant, instead);
        }
        long now = now();
        queue.lastUsedNanos = now;
        Account known = queue.applications().get(application);
        Account account = known != null ? known : newAccount(queue, application);
        account.lastUsedNanos = now;
        return account;
    }

    private TenantQueue newcomer(Tenant tenant, Supplier<Tenant> instead) {
        synchronized (newcomers) {
            // The last place is the default tenant's: a report with one tenant more would be refused whole.
            if (tenants.size() < (tenants.containsKey(Tenant.DEFAULT) ? MOST_TENANTS : MOST_TENANTS - 1)) {
                return tenants.computeIfAbsent(tenant, this::newTenant);
            }
        }
        TenantQueue shared = tenants.get(instead.get());
        return shared != null ? shared : tenants.computeIfAbsent(Tenant.DEFAULT, this::newTenant);
    }

    private TenantQueue newTenant(Tenant tenant) {
        lock.lock();
        try {
            TenantQueue queue = new TenantQueue(tenant, scheduler.tenant(), now());
            take(queue, host.grant().terms(tenant));
            return queue;
        } finally {
            lock.unlock();
        }
    }

    private Account newAccount(TenantQueue queue, String application) {
        String name = queue.applications().size() < TenantQueue.MOST_APPLICATIONS ? application : "";
        return queue.applications().computeIfAbsent(name, unused -> {
            lock.lock();
            try {
                Account account = new Account(this, queue, queue.branch.branch());
                account.lastUsedNanos = now();
                return account;
            } finally {
                lock.unlock();
            }
        });
    }

    private void take(TenantQueue queue, Terms terms) {
        if (queue.take(terms)) {
            scheduler.terms(queue.branch, terms.weight(), terms.reservation(), terms.limit());
        }
    }

    // What streams ask.

    Stream join(Stream stream) {
        stream.account().streams.incrementAndGet();
        stream.tenant().threads.incrementAndGet();
        streams.add(stream);
        return stream;
    }

    /** The stream's operation is over; by its thread, or by whoever finds it over. */
    void leave(Stream stream) {
        boolean first;
        lock.lock();
        try {
            first = stream.finish();
            if (first) {
                scheduler.wantsNothing(stream);
                charged(stream, stream.unpaid());
                Piece piece = stream instanceof Held ? ((Held) stream).takeOutstanding() : null;
                if (piece != null) {
                    scheduler.completed(piece, now());
                }
            }
        } finally {
            lock.unlock();
        }
        if (first) {
            streams.remove(stream);
            stream.account().streams.decrementAndGet();
            stream.tenant().threads.decrementAndGet();
            stream.close();
            pump();
        }
    }

    /** Under the lock. */
    private void charged(Stream stream, long bytes) {
        stream.tenant().charged(bytes);
        scheduler.charge(stream, bytes, now());
    }

    /** The law may be told only of streams that want something: it takes a piece of whoever it was told of. Under the lock. */
    private void enter(Stream stream) {
        if (stream.wantsMore()) {
            scheduler.wants(stream, now());
        }
    }

    void want(Stream stream, long end) {
        lock.lock();
        try {
            stream.want(end);
            enter(stream);
        } finally {
            lock.unlock();
        }
        pump(stream);
    }

    /** The thread has come back from the disk, has come to that offset, and cost so much more than it was charged; or less, below 0. */
    void completed(Held stream, long more, long end) {
        lock.lock();
        try {
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
        } finally {
            lock.unlock();
        }
        pump(stream);
    }

    /** The stream went to that offset without the law; of what it moved so much came from the disk. */
    void passed(Stream stream, long end, long bytes) {
        if (bytes <= 0) {
            stream.skipTo(end); // nothing is queued: nobody else touches it
            return;
        }
        lock.lock();
        try {
            stream.skipTo(end);
            charged(stream, bytes);
        } finally {
            lock.unlock();
        }
    }

    /** The stream's thread waited long enough: it goes on to that offset out of turn, and pays for it. */
    void goOutOfTurn(Stream stream, long end) {
        lock.lock();
        try {
            long bytes = Math.max(0, end - stream.dispatched());
            stream.skipTo(end);
            charged(stream, bytes);
            scheduler.wantsNothing(stream);
            enter(stream);
        } finally {
            lock.unlock();
        }
    }

    /** The stream has come to that offset without the law. */
    void skip(Stream stream, long end) {
        lock.lock();
        try {
            stream.skipTo(end);
            scheduler.wantsNothing(stream);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the disk has done what it was asked for, and nobody who may be served wants more. */
    boolean isQuiet() {
        lock.lock();
        try {
            return scheduler.outstanding() == 0 && !scheduler.hasBacklog();
        } finally {
            lock.unlock();
        }
    }

    boolean isScheduling() {
        return !released && !host.bypass().isOpen();
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

    // Dispatching.

    private void reaped(Piece piece) {
        if (piece != null) {
            lock.lock();
            try {
                scheduler.completed(piece, now());
            } finally {
                lock.unlock();
            }
        }
        pump();
    }

    /** The same if a limit lets something through by now: should the thread that watches for that be held up by the disk. */
    void pumpIfDue(Stream caller) {
        if (nextDueNanos <= now()) {
            pump(caller);
        }
    }

    /** Asks the disk for what may be asked of it, on a thread of the queue's or the controller's. */
    private void pump() {
        for (Optional<Piece> next = dispatch(); next.isPresent(); next = dispatch()) {
            long unused = issue(next.get());
        }
    }

    /** The same on the thread of that stream. */
    private void pump(Stream caller) {
        for (Optional<Piece> next = dispatch(); next.isPresent(); next = dispatch()) {
            long bytes = issue(next.get());
            if (next.get().flow() instanceof ReadAhead && next.get().flow() != caller) {
                caller.askedForOthers(bytes);
            }
        }
    }

    private Optional<Piece> dispatch() {
        boolean sooner;
        Optional<Piece> piece;
        lock.lock();
        try {
            long now = now();
            piece = scheduler.dispatch(now);
            piece.ifPresent(found -> ((Stream) found.flow()).tenant().charged(found.length()));
            tuning = scheduler.tuning();
            long due = piece.isPresent() ? nextDueNanos : scheduler.nextDueNanos(now);
            sooner = due < nextDueNanos;
            nextDueNanos = due;
        } finally {
            lock.unlock();
        }
        if (sooner && !reads.isThisThread()) {
            reads.nudge();
        }
        return piece;
    }

    /** Asks the disk for the piece: the bytes that it really has to move. */
    private long issue(Piece piece) {
        Stream stream = (Stream) piece.flow();
        long bytes = piece.length();
        try {
            bytes = stream.issue(piece);
        } catch (Throwable error) {
            host.failed(error); // it may be another thread's piece
        }
        lock.lock();
        try {
            scheduler.issued(piece, bytes, now());
            stream.tenant().charged(bytes - piece.length());
            stream.issuedTo(stream.endOf(piece));
            if (bytes == 0 || stream.isDoneWhenIssued(piece)) {
                scheduler.completed(piece, now());
            }
        } finally {
            lock.unlock();
        }
        if (bytes > 0 && stream.isAwaited()) {
            (stream instanceof WriteBehind ? writes : reads).await(piece);
        }
        return bytes;
    }

    private long nanosToNext() {
        lock.lock();
        try {
            return nextDueNanos == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, nextDueNanos - now());
        } finally {
            lock.unlock();
        }
    }

    // The controller's.

    /** Takes the grant's terms, looks after streams whose thread has gone, and notes how the tenants fare. */
    public void tick(Grant grant) {
        long now = now();
        List<TenantQueue> present = new ArrayList<>();
        makeRoom(now);
        Optional<Rate> capacity;
        lock.lock();
        try {
            double reservations = 0;
            for (TenantQueue tenant : tenants.values()) {
                take(tenant, grant.terms(tenant.tenant()));
                tenant.sample(now);
                reservations += tenant.terms().reservation().bytesPerSecond();
                present.add(tenant);
            }
            scheduler.reservations(reservations);
            capacity = settings.capacity().or(this::measured);
        } finally {
            lock.unlock();
        }
        pump();
        readaheadPerStream = settings.readaheadMemory() / Math.max(1, streams.size());
        activity = VolumeActivity.paced(volume, capacity, activities(present, capacity));
    }

    private Optional<Rate> measured() {
        double bytesPerSecond = scheduler.bytesPerSecond();
        return bytesPerSecond > 0 ? Optional.of(Rate.ofBytesPerSecond((long) bytesPerSecond)) : Optional.empty();
    }

    private List<TenantActivity> activities(List<TenantQueue> present, Optional<Rate> capacity) {
        List<Demand> demands = new ArrayList<>(present.size());
        for (TenantQueue tenant : present) {
            Terms terms = tenant.terms();
            Rate wanted = tenant.isBacklogged() ? Rate.UNLIMITED : tenant.rate();
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted));
        }
        List<Entitlement> entitlements =
                ShareAlgorithm.weightedMaxMin().divide(capacity.orElse(Rate.UNLIMITED), demands);
        List<TenantActivity> activities = new ArrayList<>(present.size());
        for (int i = 0; i < present.size(); i++) {
            activities.add(present.get(i).activity(entitlements.get(i), settings.limits()));
        }
        return activities;
    }

    /** Streams whose thread has ended or works on something else want nothing any more. By the controller, now and then. */
    public void closeEnded() {
        for (Stream stream : streams) {
            if (stream.isOver()) {
                leave(stream);
            }
        }
    }

    /** Tenants and applications come and go: those that nobody has used for a minute are forgotten before the places run out. */
    private void makeRoom(long now) {
        tenants.values().forEach(tenant -> tenant.makeRoom(UNUSED_NANOS, now));
        if (tenants.size() < CROWDED) {
            return;
        }
        for (TenantQueue tenant : List.copyOf(tenants.values())) {
            if (tenant.isUnused(UNUSED_NANOS, now)) {
                tenants.remove(tenant.tenant());
                lock.lock();
                try {
                    scheduler.forget(tenant.branch);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** From now on, no thread of a tenant waits longer than this part of what is configured; a tenant that is not named waits in full. */
    public void limitWaits(Map<Tenant, Double> parts) {
        if (waitsAreLimited || !parts.isEmpty()) {
            tenants.forEach((tenant, queue) -> queue.waitPart = parts.getOrDefault(tenant, 1.0));
        }
        waitsAreLimited = !parts.isEmpty();
    }

    /** Whether anybody waits here or did within that time. */
    public boolean waitedWithin(Duration time) {
        long now = now();
        return tenants.values().stream().anyMatch(tenant -> tenant.waitedWithin(time.toNanos(), now));
    }

    /** Lets everything pass from now on: the disk is gone. */
    public void release() {
        released = true;
        wake();
    }

    /** Wakes all who wait, to see what has changed. */
    public void wake() {
        streams.forEach(Stream::wake);
    }

    /** Ends the threads; everything passes. */
    @Override
    public void close() {
        release();
        reads.stop();
        writes.stop();
        streams.forEach(this::leave);
    }
}
