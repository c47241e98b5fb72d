package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.time.Duration;

/**
 * The load of a MapReduce job on a disk: some concurrent tasks, each of which reads a split, computes and reads its
 * next one. Alone on the disk it reads a third of the time.
 *
 * @param computing how long a task computes after each split
 */
record JobShape(Duration computing) {

    /** The number of concurrent tasks. */
    static final int TASKS = 4;

    /** The number of splits of each. */
    static final int ROUNDS = 3;

    /** A split is a whole number of blocks. */
    static final long SPLIT_BYTES = 2L * Hdfs.BLOCK_BYTES;

    private static final double COMPUTES_TIMES_READING = 2;
    private static final double NANOS = 1e9;

    /** On a disk of that rate, in bytes a second. */
    static JobShape on(double rate) {
        return new JobShape(Duration.ofNanos((long) (COMPUTES_TIMES_READING * TASKS * SPLIT_BYTES / rate * NANOS)));
    }

    /** The total bytes that it reads. */
    static long bytes() {
        return TASKS * ROUNDS * SPLIT_BYTES;
    }

    /**
     * The offset, in a task's part of the file of so many bytes, of its split in that round: it restarts after the
     * last.
     */
    static long place(long partBytes, int round) {
        return round % (partBytes / SPLIT_BYTES) * SPLIT_BYTES;
    }

    /** Its duration with that share of a disk of that rate whenever it reads, in seconds. */
    double seconds(double rate, double share) {
        return bytes() / (rate * share) + ROUNDS * (computing.toNanos() / NANOS);
    }

    /**
     * The most that factors of weights can shorten it, in percent of its duration beside one other tenant with an equal
     * share.
     *
     * @param own of its own weight
     * @param others of the other's
     */
    double mostShorterPercent(double rate, double own, double others) {
        return (1 - seconds(rate, own / (own + others)) / seconds(rate, 0.5)) * 100;
    }
}
