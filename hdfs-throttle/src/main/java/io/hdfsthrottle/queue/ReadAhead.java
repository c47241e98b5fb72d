package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.window.Requests;

/**
 * A long read, read ahead by the queue: pieces are requested as they are scheduled, ahead of what was sent, and the
 * thread waits only if it has caught up with them. How far ahead depends on how far the read is likely to go: an
 * operation does not announce its end (BlockSender), but an application's reads are alike.
 */
final class ReadAhead extends Stream {

    /**
     * Data from memory is requested in such pieces, without the scheduler: large enough to cost nothing, small enough
     * to be charged late.
     */
    static final long FROM_MEMORY = 512L << 10;

    /** The bytes that are looked up in memory at once, where the kernel reports that. */
    static final long LOOKED_FOR = 4L << 20;

    private static final int PAGE = 4096;

    private final BlockFile file;
    private final long usualLength;
    private long first = -1;
    private long size;
    private long sent;
    private long asked;

    /** Whether the last piece was in memory; written by dispatchers before they publish what was issued. */
    private volatile boolean fromMemory;

    /**
     * Whether the disk could not read a piece: it may try for half a minute, and again for each request. What is read
     * of it, the operation's thread reads, as it would without us, and its error ends the operation.
     */
    private volatile boolean unreadable;

    ReadAhead(Account account, BlockFile file) {
        super(account);
        this.file = file;
        this.usualLength = account.usualRead();
    }

    @Override
    public void before(long position, int count) {
        if (position != sent || first < 0) {
            restart(position);
        }
        sent = position + count;
        long end = sent;
        if (unreadable) {
            long unused = queue().goOutOfTurn(this, end);
            return;
        }
        if (end > size) {
            size = Math.max(end, file.size()); // a block that is still being written
        }
        if (fromMemory && issued() >= asked) {
            askMemory(end);
        }
        if (!fromMemory || asked < end) {
            request(position, end);
        }
        long unused = await(end, end, true);
    }

    private void restart(long position) {
        unreadable = false;
        if (first < 0) {
            first = position;
            size = file.size();
            asked = position;
            begin(position);
        } else if (position > asked) {
            asked = position;
            queue().skip(this, position);
        }
    }

    private void request(long position, long end) {
        Requests requests = queue().requests();
        long most = Math.min(requests.readahead(), queue().readaheadPerStream());
        long likelyEnd = Math.min(size, likelyEnd(position));
        long wanted = Math.max(end, Math.min(likelyEnd, position + most));
        // The rest up to an end that does not move with the read may be shorter than a piece.
        boolean isRest = wanted > asked && (wanted == size || wanted == first + usualLength);
        if (end > asked || wanted - asked >= requests.piece() || isRest) {
            asked = wanted;
            queue().want(this, wanted);
        }
    }

    /**
     * The likely end of a read that has come so far: where the last one ended; one that is longer already goes on for a
     * part of its length.
     */
    private long likelyEnd(long position) {
        long length = position - first;
        return length < usualLength
                ? first + usualLength
                : position + queue().requests().firstReadahead() + (length - usualLength) / 4;
    }

    /**
     * A read that was in memory until now is likely to stay there: it does not wait for a disk that it does not need.
     */
    private void askMemory(long end) {
        while (fromMemory && asked < end) {
            long left = Math.max(size, end) - asked;
            long looked = Math.min(LOOKED_FOR, left);
            if (isInMemory(asked, looked)) {
                asked += looked;
                queue().passed(this, asked, 0);
                continue;
            }
            long length = Math.min(FROM_MEMORY, left);
            long read = read(asked, length);
            asked += length;
            queue().passed(this, asked, read);
            fromMemory = read == 0;
        }
    }

    /** Whether the kernel reports the range as cached: then it need not be requested. */
    private boolean isInMemory(long offset, long length) {
        long before = offset % PAGE;
        return file.cached(offset - before, length + before) == length + before;
    }

    private long read(long offset, long length) {
        DeviceReads reads = queue().deviceReads();
        long before = reads.ofThisThread();
        boolean started = file.readAhead(offset, length);
        long after = reads.ofThisThread();
        return !started || before < 0 || after < before || queue().chargesTransferred() ? length : after - before;
    }

    @Override
    long issue(Piece piece) {
        if (unreadable) {
            return piece.length();
        }
        long bytes = read(piece.offset(), piece.length());
        fromMemory = bytes == 0;
        return bytes;
    }

    /** Asked for here, as every piece: if the host asks, the kernel reads on behind it. */
    @Override
    long passing(long offset, long length) {
        return unreadable ? length : read(offset, length);
    }

    /** Nothing is read for a client that has gone. */
    @Override
    boolean isAbandoned() {
        return unreadable || (!isHeld() && isOver());
    }

    @Override
    long endOutOfTurn() {
        Requests requests = queue().requests();
        long most = unreadable || requests.quantum() == 0 ? 0 : requests.piece();
        return Math.min(wanted(), dispatched() + most);
    }

    @Override
    Completion awaitCompletion(Piece piece) {
        if (!unreadable && file.awaitRead(piece.end() - 1)) {
            return Completion.DONE;
        }
        unreadable = unreadable || file.size() >= piece.end();
        return unreadable ? Completion.FAILED : Completion.UNKNOWN;
    }

    @Override
    public void moved(long bytes) {
        account().pass(bytes);
        time(bytes);
    }

    @Override
    void close() {
        if (first >= 0 && !isCutShort()) {
            account().usualRead(sent - first);
        }
        file.close();
    }
}
