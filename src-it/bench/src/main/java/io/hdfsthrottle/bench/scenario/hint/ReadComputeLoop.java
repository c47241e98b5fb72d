package io.hdfsthrottle.bench.scenario.hint;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A job that reads so much with one thread, computes for a time, and begins again. Closing it ends it. */
final class ReadComputeLoop implements AutoCloseable {

    private static final long LOOK_NANOS = 2_000_000L;

    private final LongAdder bytes = new LongAdder();
    private final AtomicReference<RuntimeException> trouble = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean running = true;

    private ReadComputeLoop(LoadedDisk disk, int tenant, long toRead, Duration computing) {
        thread = new Thread(
                () -> {
                    try {
                        while (running) {
                            read(disk, tenant, toRead);
                            park(computing.toNanos());
                        }
                    } catch (RuntimeException failed) {
                        trouble.set(failed);
                    }
                },
                "by turns");
        thread.setDaemon(true);
    }

    static ReadComputeLoop start(LoadedDisk disk, int tenant, long toRead, Duration computing) {
        ReadComputeLoop made = new ReadComputeLoop(disk, tenant, toRead, computing);
        made.thread.start();
        return made;
    }

    private void read(LoadedDisk disk, int tenant, long toRead) {
        try (Streams reading = disk.reading(tenant, 1)) {
            long counted = 0;
            while (running && counted < toRead) {
                LockSupport.parkNanos(LOOK_NANOS);
                reading.check();
                long now = reading.bytes();
                bytes.add(now - counted);
                counted = now;
            }
        }
    }

    private void park(long nanos) {
        long until = System.nanoTime() + nanos;
        while (running && System.nanoTime() < until) {
            LockSupport.parkNanos(Math.min(until - System.nanoTime(), 50 * LOOK_NANOS));
        }
    }

    /** What it has read so far. */
    long bytes() {
        if (trouble.get() != null) {
            throw trouble.get();
        }
        return bytes.sum();
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(Duration.ofSeconds(60).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
