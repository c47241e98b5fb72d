package io.hdfsthrottle.blockfile;

import java.io.IOException;

/**
 * A block file opened through a descriptor of its own, so that the host's stream is not affected: neither its position
 * nor the kernel's readahead on it. Thread-safe. It may be closed while other threads use it: calls that begin after
 * that return false, or -1, and no call ever reaches a descriptor number that the process has used again. Interrupts
 * are kept and end no call.
 */
public interface BlockFile extends AutoCloseable {

    /** Returned where the kernel does not report the value. */
    long UNKNOWN = -1;

    /** Bytes that the file has now, {@link #UNKNOWN} after {@link #close}. */
    long size();

    /**
     * Starts reads of those bytes into the page cache and does not wait for them. Pages that are cached are not read
     * again; what is behind the end of the file is left out, and what is beyond the largest request of the kernel for
     * the file's disk ({@code kernel.Disk}). Takes some microseconds for every 64 KiB, more where the
     * device's queue is full.
     *
     * @param offset first byte, 0 or more
     * @param length how many bytes, above 0
     * @return false if nothing could be asked for
     */
    boolean readAhead(long offset, long length);

    /**
     * Blocks until the page that holds that byte is in memory; reads this one page if no read of it was started.
     *
     * @param offset 0 or more
     * @return false at and behind the end of the file, and where the disk cannot read it
     */
    boolean awaitRead(long offset);

    /**
     * Starts to write the dirty pages of that range to the disk, and does not wait until they are written: only for a
     * place in the device's queue where that is full.
     *
     * @param offset first byte, 0 or more
     * @param length how many bytes, above 0
     * @return false if nothing could be asked for
     */
    boolean startWriteBack(long offset, long length);

    /**
     * Blocks until all pages of that range that are dirty now are written. It does not make them durable: the disk may
     * hold them in a cache of its own, and the file's size is not written.
     *
     * @param offset first byte, 0 or more
     * @param length how many bytes, above 0
     * @return false if nothing could be asked for
     * @throws IOException if the disk could not write since the last call. The kernel tells that once for each open
     *     file, before Linux 4.14 once for all of them: the error must reach whoever wrote the data
     */
    boolean awaitWriteBack(long offset, long length) throws IOException;

    /**
     * How many bytes of a range the page cache holds, in whole pages but no more than {@code length}. A page counts
     * from the moment at which its read was <em>started</em>: cached means that the disk need not be asked for it, not
     * that it is in memory already.
     *
     * @param offset first byte, 0 or more
     * @param length how many bytes, above 0
     * @return {@link #UNKNOWN} where the kernel does not report it: it is older than Linux 6.5, or this process neither
     *     owns the file nor may write it
     */
    default long cached(long offset, long length) {
        return UNKNOWN;
    }

    /** Gives the descriptor back, as soon as the calls that are under way have returned. Idempotent, never waits. */
    @Override
    void close();
}
