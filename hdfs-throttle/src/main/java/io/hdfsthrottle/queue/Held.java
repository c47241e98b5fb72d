package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;

/**
 * An operation that is not read ahead or written back for its thread: the thread waits for its turn and then asks the disk itself. A piece has
 * completed when the thread comes back for the next one. Short reads wait for each packet; where it is not known beforehand what is read, the
 * thread waits after the last packet of a piece.
 */
final class Held extends Stream {

    /** A thread that stays away longer waits for its client, not for the disk. */
    private static final long CLIENT_NANOS = 100_000_000L;

    /** A packet that took no longer came from memory. */
    private static final long MEMORY_NANOS = 50_000L;

    /** What comes from memory is looked after so often. */
    private static final long CHECK_NANOS = 1_000_000L;

    /** Calls of fewer bytes never wait: the last packet of a read is 4 bytes and is throttled before it is flushed (BlockSender). */
    private static final long NEVER_WAIT_BELOW = 512;

    private final boolean reads;
    private final boolean isLong;
    private boolean announced;
    private boolean fromMemory;
    private long position;
    private long granted;
    private long used;
    private long seen;
    private long checkedNanos;
    private long beganNanos;
    private Piece outstanding;

    /**
     * An operation of the calling thread.
     *
     * @param reads whether it reads; else it writes
     * @param isLong whether it goes on for more than a few packets
     */
    Held(Account account, boolean reads, boolean isLong) {
        super(account);
        this.reads = reads;
        this.isLong = isLong;
        begin(0);
        this.seen = reads ? queue().deviceReads().ofThisThread() : DeviceReads.UNKNOWN;
    }

    @Override
    public void before(long newPosition, int count) {
        announced = true;
        position = newPosition - used;
        if (fromMemory) {
            beganNanos = queue().now();
        } else {
            acquire(isLong ? Math.max(count, queue().tuning().piece()) : count);
        }
    }

    private void acquire(long bytes) {
        if (used >= granted) {
            granted = used + bytes;
            queue().want(this, granted);
            await(granted, reads);
        }
    }

    @Override
    public void moved(long bytes) {
        account().pass(bytes);
        used += bytes;
        if (announced) {
            if (used >= granted || fromMemory) {
                finishPacket();
            }
        } else if (bytes >= NEVER_WAIT_BELOW && used >= granted) {
            complete(false);
            if (used > granted) { // more than was granted: the first packet, or one larger than a piece
                queue().charge(
                                this,
                                reads && !queue().chargesTransferred() ? Math.max(0, sinceLast()) : used - granted);
                granted = used;
                queue().skip(this, used);
            }
            acquire(queue().tuning().piece());
        }
    }

    /** Short reads: what the packet cost is known now. */
    private void finishPacket() {
        if (!fromMemory) {
            complete(true);
        } else {
            long now = queue().now();
            if (now - beganNanos > MEMORY_NANOS
                    && (now - checkedNanos > CHECK_NANOS || now - beganNanos > CHECK_NANOS)) {
                checkedNanos = now;
                long read = sinceLast();
                fromMemory = read == 0;
                granted = used;
                queue().passed(this, used, read);
            }
        }
    }

    private void complete(boolean known) {
        long read = reads && !queue().chargesTransferred() ? sinceLast() : DeviceReads.UNKNOWN;
        fromMemory = known && read == 0;
        queue().completed(this, read);
    }

    /** What the thread caused to be read from the disk since it was asked last. */
    private long sinceLast() {
        long now = queue().deviceReads().ofThisThread();
        long read = now < 0 || seen < 0 ? DeviceReads.UNKNOWN : now - seen;
        seen = now;
        return read;
    }

    @Override
    Piece piece(long offset, int length) {
        outstanding = new Piece(this, position + offset, length) {
            @Override
            public long patienceNanos() {
                return CLIENT_NANOS;
            }
        };
        return outstanding;
    }

    /** The end of that piece in the stream's own count. */
    long endOf(Piece piece) {
        return piece.end() - position;
    }

    /** What was granted and is not used if the operation ends now, in bytes. */
    long unused() {
        return Math.max(0, granted - used);
    }

    /** What the disk was asked for last; under the queue's lock. */
    Piece outstanding() {
        return outstanding;
    }

    @Override
    long issue(Piece piece) {
        return piece.length();
    }

    /** Short reads go on under the names of their operations. */
    @Override
    boolean isOver() {
        return isLong ? super.isOver() : hasEnded();
    }

    @Override
    boolean isAwaited() {
        return false;
    }

    @Override
    void awaitCompletion(Piece piece) {
        // The thread says so itself.
    }

    @Override
    void close() {
        // The queue completes what is outstanding.
    }
}
