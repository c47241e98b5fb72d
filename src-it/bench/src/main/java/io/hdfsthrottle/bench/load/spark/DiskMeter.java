package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.load.spark.JobRun.DiskUse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Samples the counters of a disk 20 times a second, with the time of day: the start and end of work are reported by
 * another process.
 */
final class DiskMeter implements AutoCloseable {

    private static final long STEP_MILLIS = 50;

    private final List<Look> looks = new ArrayList<>();
    private final Worker worker;

    /** The counters at one time. */
    private record Look(long at, long bytes, long busy, long requests, long requestMillis, double blocked) {

        static Look at(SlowDisk disk, BlockDelay delay) {
            return new Look(
                    System.currentTimeMillis(),
                    disk.bytesMoved(),
                    disk.busyMillis(),
                    disk.requests(),
                    disk.requestMillis(),
                    delay.millis());
        }
    }

    /** Starts sampling. */
    DiskMeter(SlowDisk disk, BlockDelay delay) {
        worker = Worker.start("disk-meter", running -> {
            while (running.getAsBoolean()) {
                Look look = Look.at(disk, delay);
                synchronized (looks) {
                    looks.add(look);
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
        });
    }

    /** The disk's use between these times of day, to the nearest sample. */
    DiskUse between(long fromMillis, long toMillis) {
        Look from = nearest(fromMillis);
        Look to = nearest(toMillis);
        double millis = to.at - from.at;
        return new DiskUse(
                (to.bytes - from.bytes) / millis * 1e3,
                (to.busy - from.busy) / millis * 100,
                (to.requestMillis - from.requestMillis) / (double) (to.requests - from.requests),
                to.blocked - from.blocked);
    }

    private Look nearest(long at) {
        worker.check();
        synchronized (looks) {
            Look best = looks.get(0);
            for (Look look : looks) {
                if (Math.abs(look.at - at) < Math.abs(best.at - at)) {
                    best = look;
                }
            }
            return best;
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
