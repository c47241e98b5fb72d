package io.hdfsthrottle.datanode.transfer;

/** Called on the transfer thread before it reads from a block's file; may block it. Thread-safe. */
public interface PieceGate {

    /** A read of more than a few packets begins: Hadoop advises the kernel of sequential reading. */
    void longRead();

    /**
     * Called before these bytes of the block's file are read.
     *
     * @param position the first byte's offset in the file
     * @param count how many, above 0
     */
    void beforeRead(long position, int count);
}
