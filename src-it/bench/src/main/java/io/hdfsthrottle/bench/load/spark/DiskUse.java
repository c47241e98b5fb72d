package io.hdfsthrottle.bench.load.spark;

/**
 * What a disk did in some time.
 *
 * @param rate of reads and writes, in bytes a second
 * @param busyPercent of the time, it had something to do
 * @param requestMillis how long a request was on its way, in the mean of all that ended
 * @param blockedMillis how long threads of the job and of the DataNode waited for block I/O, as the kernel's delay accounting tells it, summed over them; not
 *     a number where it does not
 */
public record DiskUse(double rate, double busyPercent, double requestMillis, double blockedMillis) {}
