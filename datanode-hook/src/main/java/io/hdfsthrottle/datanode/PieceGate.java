package io.hdfsthrottle.datanode;

/** Told on the transfer thread of what it is about to read. */
interface PieceGate {

    /** A read of more than a few packets begins. */
    void longRead();

    /** These bytes of the block's file are about to be read. */
    void beforeRead(long position, int count);
}
