package io.hdfsthrottle.bench.load.spark;

/**
 * What one run of a job came to. Rates in bytes a second.
 *
 * @param seconds from the start of its work to the end; starting Spark is not in it
 * @param readRate of its input, over the time in which it reads
 * @param writeRate of its output, over the time in which it writes; not a number for one that writes none
 * @param disk what the disk did meanwhile, for whomever
 * @param othersRate what the disk moved beyond the job's input and output
 */
public record JobRun(double seconds, double readRate, double writeRate, DiskUse disk, double othersRate) {}
