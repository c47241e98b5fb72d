package io.hdfsthrottle.datanode.transfer;

/** Which way a throttler's operations move data: only what a read costs the disk is known when it is charged. */
public enum Direction {
    READ,
    WRITE
}
