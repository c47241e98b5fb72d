package io.hdfsthrottle.bench.load.spark;

/**
 * The use of a disk in some period.
 *
 * @param rate of reads and writes, in bytes a second
 * @param busyPercent the part of the time in which it was busy
 * @param requestMillis the mean time of a completed request
 * @param blockedMillis the time that threads of the job and of the DataNode waited for block I/O, by the kernel's delay
 * accounting, summed over them; NaN if there is none
 */
public record DiskUse(double rate, double busyPercent, double requestMillis, double blockedMillis) {}
