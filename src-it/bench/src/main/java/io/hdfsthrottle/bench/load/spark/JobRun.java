package io.hdfsthrottle.bench.load.spark;

/**
 * The result of one run of a job. Rates in bytes a second.
 *
 * @param seconds from the start of its work to the end, without the start of Spark
 * @param readRate of its input, over the time in which it reads
 * @param writeRate of its output, over the time in which it writes; NaN for a job without output
 * @param disk the total use of the disk meanwhile
 * @param othersRate the disk's rate beyond the job's input and output
 */
public record JobRun(double seconds, double readRate, double writeRate, DiskUse disk, double othersRate) {

    /**
     * The use of a disk in some period.
     *
     * @param rate of reads and writes, in bytes a second
     * @param busyPercent the part of the time in which it was busy
     * @param requestMillis the mean time of a completed request
     * @param blockedMillis the time that threads of the job and of the DataNode waited for block I/O, by the kernel's
     *     delay accounting, summed over them; NaN if there is none
     */
    public record DiskUse(double rate, double busyPercent, double requestMillis, double blockedMillis) {}
}
