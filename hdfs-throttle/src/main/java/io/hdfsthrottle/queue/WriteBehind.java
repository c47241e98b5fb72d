package io.hdfsthrottle.queue;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.window.Requests;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write, written back by the queue: packets go to the page cache, and the disk is asked for them piece by piece, as
 * they are scheduled. The thread waits while more than a bounded amount is dirty, so a writer gets its share of the
 * disk and no more.
 */
final class WriteBehind extends Stream {

    /**
     * The bytes that may be dirty besides two windows: few enough for no writer to leave the kernel seconds of work.
     */
    private static final long DIRTY = 4L << 20;

    private static final int PAGE = 4096;
    private static final Logger LOG = LoggerFactory.getLogger(WriteBehind.class);

    private final BlockFile file;
    private final long usualLength;
    private long written = -1;
    private long first;
    private long asked;

    /** That of a piece; written by the thread that awaits it. */
    private volatile IOException error;

    private boolean reported;

    WriteBehind(Account account, BlockFile file) {
        super(account);
        this.file = file;
        this.usualLength = account.usualWrite();
    }

    @Override
    protected boolean reads() {
        return false;
    }

    @Override
    public void before(long position, int count) {
        // HDFS does not announce the position of a write.
    }

    @Override
    public void moved(long bytes) {
        account().pass(bytes);
        if (written < 0) {
            long size = Math.max(file.size(), bytes);
            written = size - bytes;
            first = written;
            asked = (written / PAGE) * PAGE;
            begin(asked);
        }
        written += bytes;
        int piece = piece();
        long whole = asked + (written - asked) / piece * piece;
        if (whole > asked) {
            asked = whole;
            queue().want(this, whole);
        }
        if (error == null) {
            long end = Math.min(asked, written - mostDirty());
            long unused = await(end, Math.min(end, issued() + Math.max(bytes, Requests.SMALLEST_PIECE)), false);
        }
        if (error != null) {
            reported = true;
            throw new WriteBackException(error);
        }
    }

    /** As large as half of the write, so that short files are scheduled, too. */
    private int piece() {
        Requests requests = queue().requests();
        long pieces = likelyLength() / 2 / requests.piece();
        return (int) Math.min(requests.writePiece(), Math.max(1, pieces) * requests.piece());
    }

    /**
     * The bytes that may be written and not yet asked for: a part of the write, so that short files are scheduled, too.
     */
    private long mostDirty() {
        Requests requests = queue().requests();
        return Math.min(DIRTY + 2 * requests.window(), Math.max(requests.piece(), likelyLength() / 2));
    }

    /** A write is likely to become as long as the application's last one here: a file's blocks are alike. */
    private long likelyLength() {
        return Math.max(usualLength, written - first);
    }

    /** A large one takes longer. */
    @Override
    Piece newPiece() {
        return new Piece(this, 0, 0) {
            @Override
            public long patienceNanos(long waited) {
                return super.patienceNanos(waited) * Math.max(1, length() / Requests.LARGEST_PIECE);
            }
        };
    }

    @Override
    long issue(Piece piece) {
        boolean unused = file.startWriteBack(piece.offset(), piece.length());
        return piece.length();
    }

    @Override
    Completion awaitCompletion(Piece piece) {
        try {
            return file.awaitWriteBack(piece.offset(), piece.length()) ? Completion.DONE : Completion.UNKNOWN;
        } catch (IOException lost) {
            error = lost;
            return Completion.FAILED;
        }
    }

    /** The rest of the block: the kernel writes it back. */
    @Override
    long unpaid() {
        return Math.max(0, written - dispatched());
    }

    @Override
    void close() {
        if (written >= 0 && !isCutShort()) {
            account().usualWrite(written - first);
        }
        if (error != null && !reported) {
            LOG.error("Volume {}: a block was not written, and its writer has gone", queue().volume(), error);
        }
        file.close();
    }
}
