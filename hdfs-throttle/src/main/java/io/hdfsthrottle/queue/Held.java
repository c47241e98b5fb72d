package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.window.Requests;
import io.hdfsthrottle.window.Window;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * An operation that is not read ahead or written back for its thread: the thread waits until it is scheduled and then
 * asks the disk itself. A piece has completed when the thread returns for the next one. Short reads wait for each
 * packet; where it is not known beforehand what is read, the thread waits after the last packet of a piece.
 */
final class Held extends Stream {

    /** A thread that stays away longer waits for its client, not for the disk, where the kernel does not tell. */
    private static final long CLIENT_NANOS = 100_000_000L;

    /**
     * A packet that took no longer came from memory; with the sending of the one before, where packets are not
     * announced.
     */
    private static final long MEMORY_NANOS = 50_000L;

    /** The period of checks whether data still comes from memory. */
    private static final long CHECK_NANOS = 1_000_000L;

    /**
     * Calls of fewer bytes give no measure of the disk and never wait: the last packet of a read is 4 bytes and is
     * throttled before it is flushed (BlockSender).
     */
    private static final long SMALLEST_PACKET = 512;

    private final boolean reads;
    private final boolean isLong;
    private boolean announced;
    private boolean fromMemory;

    /** Where the stream's own count begins in the file. */
    private long start;

    private long used;

    /** The end of what the thread may use; the last {@link #paid} bytes before it are charged as soon as it may. */
    private long granted;

    private long paid;

    /** How much was used when the last piece completed. */
    private long completed;

    /** The kernel's count of the thread's reads at the last piece. */
    private long seen;

    private long checkedNanos;
    private long beganNanos;

    /** The piece that the disk was asked for last and has not done; under the queue's lock. */
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
    protected boolean reads() {
        return reads;
    }

    @Override
    protected boolean isShort() {
        return reads && !isLong;
    }

    @Override
    public void before(long position, int count) {
        announced = true;
        start = position - used;
        if (fromMemory) {
            beganNanos = queue().now();
        } else {
            acquire(isLong ? Math.max(count, queue().requests().piece()) : count, count);
        }
    }

    /** Waits for so many bytes, or for the next packet where that takes too long. */
    private void acquire(long bytes, long packet) {
        if (used >= granted) {
            granted = used + bytes;
            queue().want(this, granted);
            granted = await(granted, used + Math.min(packet, bytes), reads);
            paid = granted - used;
        }
    }

    @Override
    public void moved(long bytes) {
        account().pass(bytes);
        if (reads && isLong) {
            time(bytes);
        }
        used += bytes;
        if (bytes < SMALLEST_PACKET) {
            return;
        }
        if (fromMemory) {
            checkMemory();
        } else if (used >= granted) {
            complete();
        }
        if (!announced && !fromMemory) {
            acquire(queue().requests().piece(), Math.max(bytes, Requests.SMALLEST_PIECE)); // the next is like this one
        }
    }

    /** Checks whether the thread's data still comes from memory, where a packet took so long that it may not. */
    private void checkMemory() {
        long now = queue().now();
        if (now - beganNanos > MEMORY_NANOS && (now - checkedNanos > CHECK_NANOS || now - beganNanos > CHECK_NANOS)) {
            checkedNanos = now;
            long read = sinceLast();
            fromMemory = read == 0;
            granted = used;
            completed = used;
            queue().passed(this, used, read);
        }
        if (!announced) {
            beganNanos = now;
        }
    }

    /**
     * The thread has returned: the bytes that it used since the last time are known now, and perhaps those that the
     * disk read for it.
     */
    private void complete() {
        long read = reads && !queue().chargesTransferred() ? sinceLast() : DeviceReads.UNKNOWN;
        fromMemory = read == 0;
        long cost = read < 0 ? used - completed : read;
        queue().completed(this, cost - paid, used);
        paid = 0;
        completed = used;
    }

    /** The bytes that the thread caused to be read from the disk for this stream since the last call. */
    private long sinceLast() {
        long now = queue().deviceReads().ofThisThread();
        long read = now < 0 || seen < 0 ? DeviceReads.UNKNOWN : Math.max(0, now - seen);
        seen = now;
        return read;
    }

    @Override
    Piece piece(long offset, int length) {
        HeldPiece piece = (HeldPiece) freePiece();
        piece.become(start + offset, length);
        piece.endOfCount = offset + length;
        piece.patience = CHECK_NANOS;
        outstanding = piece;
        return piece;
    }

    @Override
    Piece newPiece() {
        return new HeldPiece(this);
    }

    @Override
    long endOf(Piece piece) {
        return ((HeldPiece) piece).endOfCount;
    }

    /**
     * A part of what the thread waits for: the thread does not use the disk before the last part was dispatched, too.
     */
    @Override
    boolean isDoneWhenIssued(Piece piece) {
        return endOf(piece) < wanted();
    }

    /** The piece that the disk was asked for last, if it was not taken yet; under the queue's lock. */
    Piece takeOutstanding() {
        Piece taken = outstanding;
        outstanding = null;
        return taken;
    }

    /** The bytes that were charged and not used, below 0. */
    @Override
    long unpaid() {
        return -Math.max(0, Math.min(granted, dispatched()) - used);
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

    /** A piece with its end in the stream's own count, which goes on from read to read. */
    private static final class HeldPiece extends Piece {
        private final Optional<BooleanSupplier> sleep;
        private long endOfCount;
        private long patience;

        HeldPiece(Held stream) {
            super(stream, 0, 0);
            this.sleep = stream.sleep();
        }

        /** The thread asks for its next piece after this one: beside a full window it would get a part of it at most. */
        @Override
        protected int room() {
            return Window.PIECES * length();
        }

        /**
         * As long as its thread waits for the disk: the thread is looked at after a millisecond and each time that the
         * wait has doubled. One that sleeps waits for its client, and the disk is free.
         */
        @Override
        public long patienceNanos(long waited) {
            if (sleep.isEmpty()) {
                return CLIENT_NANOS;
            }
            long most = super.patienceNanos(waited);
            if (waited >= patience && patience < most && !sleep.get().getAsBoolean()) {
                patience = Math.min(most, 2 * waited);
            }
            return patience;
        }
    }
}
