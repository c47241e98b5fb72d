package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.queue.Account;

/**
 * Cache of the blocks that a thread's client read within the last second, with their look-up results: a client with
 * random reads in a file returns to the same few blocks, and a look-up takes longer than all else that we do for a
 * small read from memory. Used by one thread alone.
 */
public final class KnownReads {

    /**
     * A block may move to another disk ({@code DiskBalancer}); so a repeatedly read block is looked up anew after this
     * time.
     */
    private static final long KNOWN_NANOS = 1_000_000_000L;

    /** A gigabyte of a file in blocks of the usual size; a DataNode has thousands of these tables. */
    private static final int MOST = 8;

    private final Read[] reads = new Read[MOST];

    /**
     * The entry for that user's reads with that thread name under that grant; {@link Read#UNKNOWN} if there is none or
     * it is too old.
     */
    Read find(String threadName, TokenUser user, int generation, long nowNanos) {
        Read read = reads[place(threadName)];
        boolean known = read != null
                && read.generation == generation
                && nowNanos - read.sinceNanos < KNOWN_NANOS
                && read.user.equals(user)
                && read.name.isOf(threadName);
        return known ? read : Read.UNKNOWN;
    }

    /** Stores an entry, replacing the one in its place. */
    void remember(String threadName, Read read) {
        reads[place(threadName)] = read;
    }

    /** Hashes the last digits, which are the block's generation and differ between the blocks of a file. */
    private static int place(String threadName) {
        int length = threadName.length();
        return length < 3 ? 0 : (threadName.charAt(length - 2) + 10 * threadName.charAt(length - 3)) % MOST;
    }

    /** A cached read: the block, its reader and the account that pays. Immutable. */
    static final class Read {

        /** No entry. */
        static final Read UNKNOWN = new Read(TransferName.NONE, TokenUser.UNKNOWN, null, null, 0, 0);

        private final TransferName name;
        private final TokenUser user;
        private final Account payer;
        private final Work work;
        private final int generation;
        private final long sinceNanos;

        /** Looked up at that time, under that grant. */
        Read(TransferName name, TokenUser user, Account payer, Work work, int generation, long sinceNanos) {
            this.name = name;
            this.user = user;
            this.payer = payer;
            this.work = work;
            this.generation = generation;
            this.sinceNanos = sinceNanos;
        }

        TransferName name() {
            return name;
        }

        Account payer() {
            return payer;
        }

        Work work() {
            return work;
        }
    }
}
