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
public record JobRun(double seconds, double readRate, double writeRate, DiskUse disk, double othersRate) {}
