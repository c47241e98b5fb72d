package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Flow;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.observation.Sending;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One operation of one transfer thread: wants pieces in order, and holds the thread until what it needs was issued.
 * Offsets are bytes of the stream's own count. Methods of the thread are called by that thread alone; the scheduler
 * calls under the queue's lock.
 */
public abstract class Stream extends Flow {

    /** A wait is cut into slices, so that an opened bypass is noticed without a wake-up of the thread. */
    static final long SLICE_NANOS = 100_000_000L;

    /** Two threads may advance it: one that asked for a piece, and the stream's own, which goes on without it. */
    private static final AtomicLongFieldUpdater<Stream> ISSUED =
            AtomicLongFieldUpdater.newUpdater(Stream.class, "issued");

    /** Pieces beyond this number are not reused. */
    private static final int MOST_PIECES = 16;

    private static final long MEBI = 1 << 20;

    private final Account account;
    private final Thread thread = Thread.currentThread();
    private final String operation = thread.getName();

    /** The end of what the scheduler has dispatched; under the queue's lock. */
    private long dispatched;

    /** The end of what is wanted; under the queue's lock. */
    private long wanted;

    /** Past pieces, to be reused; under the queue's lock. */
    private Piece[] pieces = {};

    private final long beganNanos;

    /** The bytes of a long read, by its thread; and those at the last look at the clock, after so long. */
    private long read;

    private long timed;
    private long timedNanos;

    private volatile boolean finished;

    /** Whether it was ended before its operation was, because its tenant's mode has changed. */
    private volatile boolean cutShort;

    /** Whether the thread waits in {@link #await}. */
    private volatile boolean held;

    /** What the waiting thread waits for; beyond everything while it does not. */
    private volatile long awaited = Long.MAX_VALUE;

    /** Whether the thread sleeps, and so waits for its client, or for a disk. */
    private final Optional<BooleanSupplier> sleep;

    private final Optional<BooleanSupplier> diskWait;
    private final Optional<Supplier<Optional<Sending>>> sending;

    /** Whether its client was behind the network when it last sent; by the controller. */
    private boolean isBehindNetwork;

    private long mostWaitNanos = Long.MAX_VALUE;

    /** The end of what the disk was asked for: the thread may proceed to it. */
    private volatile long issued;

    Stream(Account account) {
        super(account.branch());
        this.account = account;
        this.beganNanos = account.queue().now();
        this.sleep = queue().deviceReads().sleepOfThisThread();
        this.diskWait = queue().deviceReads().diskWaitOfThisThread();
        this.sending = queue().deviceReads().sendingOfThisThread();
    }

    /**
     * Before bytes are read: waits until they are scheduled, no longer than the limits allow. Returns at once where
     * everything may pass; keeps an interrupt.
     *
     * @param position in the block's file, bytes
     * @param count bytes, above 0
     */
    public abstract void before(long position, int count);

    /**
     * After bytes were moved: counts them, and holds the thread where that could not be done before.
     *
     * @throws WriteBackException if the disk could not write what the operation has written
     */
    public abstract void moved(long bytes);

    /** The operation is over: nothing is wanted any more. By its thread; idempotent. */
    public final void leave() {
        queue().leave(this);
    }

    /**
     * Whether the operation goes on in this stream; else it is over, or its tenant is in a mode for which another kind
     * of stream has to begin.
     */
    public final boolean isCurrent() {
        return !finished && isScheduled() == tenant().isScheduled();
    }

    /** Whether the scheduler decides about it. */
    boolean isScheduled() {
        return true;
    }

    /**
     * Looks at what the thread does while nothing holds it back, if its application is known. By the controller.
     *
     * @return whether it was looked at, which costs to read a file or two
     */
    boolean look() {
        if (held || finished || sleep.isEmpty() || account.application().isEmpty() || isOver()) {
            return false;
        }
        boolean sleeps = sleep.get().getAsBoolean();
        if (!held && sleeps) {
            sending.flatMap(Supplier::get).ifPresent(now -> isBehindNetwork = now == Sending.NETWORK);
            account.sleptFor(isBehindNetwork);
        } else if (!held && !waitsForDisk()) {
            account.ran();
        }
        return true;
    }

    final Optional<BooleanSupplier> sleep() {
        return sleep;
    }

    /** Whether that is known at all. */
    final boolean isDiskWaitKnown() {
        return diskWait.isPresent();
    }

    final boolean waitsForDisk() {
        return diskWait.isPresent() && diskWait.get().getAsBoolean();
    }

    /** After bytes of a long read: looks at the clock once a MiB, because its end may be noticed long after it. */
    final void time(long bytes) {
        read += bytes;
        if (read - timed >= MEBI) {
            timed = read;
            timedNanos = queue().now() - beganNanos;
        }
    }

    /**
     * The time for a MiB of a long read that ended by itself, in nanoseconds; below 0 for one that was shorter, or has
     * a limit. Under the queue's lock.
     */
    final long nanosPerMebi() {
        boolean counts = timed > 0 && !cutShort && tenant().terms().limit().isUnlimited() && !account.isLimited();
        return counts ? (long) ((double) timedNanos * MEBI / timed) : -1;
    }

    /** Asks the disk for the piece, on any thread: the bytes that it really has to move. */
    abstract long issue(Piece piece);

    /**
     * Whether {@link #awaitCompletion} is to be called; otherwise the stream itself reports when a piece has completed.
     */
    boolean isAwaited() {
        return true;
    }

    /** Blocks until the disk has done the piece, or cannot. */
    Completion awaitCompletion(Piece piece) {
        return Completion.UNKNOWN;
    }

    /** The end of that piece in the stream's own count. */
    long endOf(Piece piece) {
        return piece.end();
    }

    /** Whether the piece need not be waited for; under the queue's lock. */
    boolean isDoneWhenIssued(Piece piece) {
        return false;
    }

    /**
     * The bytes that the ended operation moved and was not charged; below 0 if it was charged too much. Under the
     * queue's lock.
     */
    long unpaid() {
        return 0;
    }

    /** Gives back what the stream holds. Called once. */
    void close() {}

    /** No single wait is longer than that. */
    final void waitAtMost(long nanos) {
        mostWaitNanos = nanos;
    }

    final Account account() {
        return account;
    }

    final TenantQueue tenant() {
        return account.tenantQueue();
    }

    final VolumeQueue queue() {
        return account.queue();
    }

    final long issued() {
        return issued;
    }

    /** The end of what was dispatched, and so charged; under the queue's lock. */
    final long dispatched() {
        return dispatched;
    }

    /** The end of what is wanted; under the queue's lock. */
    final long wanted() {
        return wanted;
    }

    /** Begins to count at that offset; by the thread, before it wants anything. */
    final void begin(long offset) {
        dispatched = offset;
        wanted = offset;
        issued = offset;
    }

    /**
     * Advances to that offset without the scheduler, for what was moved out of turn; under the queue's lock, or while
     * nothing is wanted.
     */
    final void skipTo(long end) {
        dispatched = Math.max(dispatched, end);
        wanted = Math.max(wanted, end);
        long unused = ISSUED.accumulateAndGet(this, end, Math::max);
    }

    /**
     * Ends the stream, whose operation is over or whose thread works on something else; true the first time. Under the
     * queue's lock.
     */
    final boolean finish() {
        boolean first = !finished;
        finished = true;
        return first;
    }

    /** To be called before a stream is ended whose operation goes on. */
    final void cutShort() {
        cutShort = true;
    }

    final boolean isCutShort() {
        return cutShort;
    }

    /** Under the queue's lock. */
    final void want(long end) {
        wanted = Math.max(wanted, end);
    }

    /** Wants nothing beyond what was dispatched; under the queue's lock. */
    final void wantNothing() {
        wanted = dispatched;
    }

    /**
     * Before the thread goes on with bytes out of turn: the bytes of them that the disk has to move. On the stream's
     * thread, without the lock.
     */
    long passing(long offset, long length) {
        return length;
    }

    /** The end of what is worth a seek out of turn; under the queue's lock. */
    long endOutOfTurn() {
        return dispatched;
    }

    /** The disk was asked for all before that; returns whether the thread waits for no more, and has to be woken. */
    final boolean issuedTo(long end) {
        return ISSUED.accumulateAndGet(this, end, Math::max) >= awaited;
    }

    /** Whether what is still wanted is no longer needed. */
    boolean isAbandoned() {
        return false;
    }

    final boolean isFinished() {
        return finished;
    }

    final boolean isHeld() {
        return held;
    }

    /** Whether the thread has ended or works on something else. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // nearly always the same String
    boolean isOver() {
        String name = thread.getName();
        return (operation != name && !operation.equals(name)) || hasEnded();
    }

    final boolean isThisThreads() {
        return Thread.currentThread() == thread;
    }

    final boolean hasEnded() {
        return !thread.isAlive();
    }

    final void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    protected final boolean wantsMore() {
        return !finished && dispatched < wanted && !isAbandoned();
    }

    @Override
    protected final Piece next(int most) {
        Piece piece = piece(dispatched, (int) Math.min(most, wanted - dispatched));
        dispatched += piece.length();
        return piece;
    }

    /** The piece at that offset of the stream's own count. */
    Piece piece(long offset, int length) {
        Piece piece = freePiece();
        piece.become(offset, length);
        return piece;
    }

    /** A piece that is not in use: one of the stream's own, as long as there are not very many at once. */
    final Piece freePiece() {
        for (Piece known : pieces) {
            if (known.isFree()) {
                return known;
            }
        }
        Piece fresh = newPiece();
        if (pieces.length < MOST_PIECES) {
            pieces = Arrays.copyOf(pieces, pieces.length + 1);
            pieces[pieces.length - 1] = fresh;
        }
        return fresh;
    }

    Piece newPiece() {
        return new Piece(this, 0, 0);
    }

    /**
     * Holds the calling thread, the stream's, until everything before that offset was issued. If that takes too long,
     * it goes on with what was dispatched meanwhile, and with a packet at least, out of turn.
     *
     * @param least the end of that packet
     * @return the offset to which the thread may go on
     */
    final long await(long end, long least, boolean reads) {
        if (issued >= end) {
            return end;
        }
        VolumeQueue queue = queue();
        TenantQueue tenant = tenant();
        long began = queue.now();
        long parked = 0; // the clock may stop or leap; what was parked still counts
        boolean limited = account.isLimited();
        long delayed = limited ? queue.delayedNanos(account) : 0;
        tenant.waits(1, limited);
        long longest = Math.min(mostWaitNanos, tenant.longestWaitNanos(reads, least - issued, queue.limits()));
        held = true;
        awaited = end;
        if (isOver()) {
            queue.want(this, end); // its thread has another name now: it was taken for abandoned
        }
        try {
            long waited = 0;
            while (issued < end
                    && !finished
                    && waited < longest
                    && parked < longest
                    && queue.isScheduling()
                    && !isAbandoned()
                    && !thread.isInterrupted()) {
                long slice = Math.min(SLICE_NANOS, longest - waited);
                queue.park(slice);
                if (issued < end) {
                    queue.pumpIfDue(this);
                }
                waited = Math.max(0, queue.now() - began);
                parked += waited == 0 ? slice : 0;
            }
            if (waited > 0) {
                tenant.waited(waited, queue.now(), limited);
                account.waited(waited, limited ? Math.min(waited, queue.delayedNanos(account) - delayed) : 0);
                queue.waited(waited);
            }
        } finally {
            held = false;
            awaited = Long.MAX_VALUE;
            tenant.waits(-1, limited);
        }
        return issued < end ? queue.goOutOfTurn(this, least) : end;
    }
}
