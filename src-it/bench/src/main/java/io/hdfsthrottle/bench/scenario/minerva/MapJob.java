package io.hdfsthrottle.bench.scenario.minerva;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Worker;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Runs a job of that shape as a tenant of the disk, on a thread for each task; computing is waiting, which takes no
 * processor from the disk.
 */
final class MapJob implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final LoadedDisk disk;
    private final int tenant;
    private final long partBytes;
    private final JobShape shape;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "map task");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean running = true;

    /** Does not start anything. */
    MapJob(LoadedDisk disk, int tenant, int fileBytes) {
        this.disk = disk;
        this.tenant = tenant;
        this.partBytes = fileBytes / JobShape.TASKS;
        this.shape = JobShape.on(disk.rate());
    }

    /** Runs it once; returns the seconds until its last task has finished computing. */
    double run() throws IOException, InterruptedException {
        long from = System.nanoTime();
        List<Callable<Void>> tasks = IntStream.range(0, JobShape.TASKS)
                .<Callable<Void>>mapToObj(task -> () -> task(task * partBytes))
                .toList();
        for (Future<Void> each : threads.invokeAll(tasks)) {
            try {
                each.get();
            } catch (ExecutionException failed) {
                throw new IOException("a task of the job failed", failed.getCause());
            }
        }
        return (System.nanoTime() - from) / 1e9;
    }

    private Void task(long part) throws IOException {
        for (int round = 0; running && round < JobShape.ROUNDS; round++) {
            disk.readOnce(tenant, part + JobShape.place(partBytes, round), JobShape.SPLIT_BYTES);
            long until = System.nanoTime() + shape.computing().toNanos();
            while (running && System.nanoTime() - until < 0) {
                LockSupport.parkNanos(Math.min(until - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(100)));
            }
        }
        return null;
    }

    /** Runs it repeatedly until the returned worker is closed. */
    Worker runAgain() {
        return Worker.start("job", still -> {
            while (still.getAsBoolean()) {
                double unused = run();
            }
        });
    }

    /** Ends it after the splits being read. */
    @Override
    public void close() {
        running = false;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("a job has not ended");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
