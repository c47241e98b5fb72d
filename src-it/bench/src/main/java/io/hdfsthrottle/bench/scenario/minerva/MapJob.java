package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A MapReduce job as a tenant of a disk: some concurrent tasks, each of which reads a split of its part of the file,
 * computes and reads the next. Alone on the disk it reads a third of the time. Computing is waiting, and costs nothing.
 */
record MapJob(LoadedDisk disk, int tenant, long fileBytes) {

    static final int TASKS = 4;

    /** The number of splits of each task. */
    private static final int ROUNDS = 3;

    /** A split is a whole number of blocks. */
    static final long SPLIT_BYTES = 2L * Hdfs.BLOCK_BYTES;

    static final long BYTES = TASKS * ROUNDS * SPLIT_BYTES;

    /** How long a task computes after each split, on a disk of that rate: twice as long as all read theirs. */
    static double computingSeconds(double rate) {
        return 2.0 * TASKS * SPLIT_BYTES / rate;
    }

    /** The offset of its split in that round in a task's part of the file: it restarts after the last. */
    static long place(long partBytes, int round) {
        return round % (partBytes / SPLIT_BYTES) * SPLIT_BYTES;
    }

    /**
     * What these factors, of its own weight and the one other's, can make of its seconds with half of a disk of that
     * rate: they shorten its reading, and what it computes takes as long.
     */
    static double leastSeconds(double rate, double seconds, double own, double others) {
        double computing = ROUNDS * computingSeconds(rate);
        return computing + (seconds - computing) * 0.5 / Shortened.share(own, List.of(others));
    }

    /** Runs it once, as long as that is true; returns the seconds until its last task has finished computing. */
    double run(BooleanSupplier running) throws IOException, InterruptedException {
        long from = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(TASKS);
        try {
            List<Callable<Void>> tasks = IntStream.range(0, TASKS)
                    .<Callable<Void>>mapToObj(task -> () -> task(task * (fileBytes / TASKS), running))
                    .toList();
            for (Future<Void> each : threads.invokeAll(tasks)) {
                each.get();
            }
        } catch (ExecutionException failed) {
            throw new IOException("a task of the job failed", failed.getCause());
        } finally {
            threads.shutdown();
        }
        return (System.nanoTime() - from) / 1e9;
    }

    private Void task(long part, BooleanSupplier running) throws IOException {
        Duration computing = Duration.ofNanos((long) (computingSeconds(disk.rate()) * 1e9));
        for (int round = 0; running.getAsBoolean() && round < ROUNDS; round++) {
            disk.readOnce(tenant, part + place(fileBytes / TASKS, round), SPLIT_BYTES);
            compute(computing, running);
        }
        return null;
    }

    /** Waits so long, as long as that is true. */
    static void compute(Duration time, BooleanSupplier running) {
        long until = System.nanoTime() + time.toNanos();
        while (running.getAsBoolean() && System.nanoTime() < until) {
            LockSupport.parkNanos(Math.min(until - System.nanoTime(), 100_000_000L));
        }
    }
}
