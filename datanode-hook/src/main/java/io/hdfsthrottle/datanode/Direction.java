package io.hdfsthrottle.datanode;

/** Which way a throttler's operations move data: only what a read costs the disk is known when it is charged. */
enum Direction {
    READ,
    WRITE
}
