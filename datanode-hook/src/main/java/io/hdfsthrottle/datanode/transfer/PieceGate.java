package io.hdfsthrottle.datanode.transfer;

/** Told on the transfer thread of what it is about to read from a block's file, and may hold it. Thread-safe. */
public interface PieceGate {

    /** A read of more than a few packets begins: Hadoop tells the kernel that it will read on and on. */
    void longRead();

    /**
     * These bytes of the block's file are about to be read.
     *
     * @param position the first one's place in the file
     * @param count how many, above 0
     */
    void beforeRead(long position, int count);
}
