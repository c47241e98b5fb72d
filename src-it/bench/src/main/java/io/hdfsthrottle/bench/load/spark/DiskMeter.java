package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.disk.SlowDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Samples the counters of a disk 20 times a second, with the time of day: the start and end of work are reported by
 * another process.
 */
final class DiskMeter implements AutoCloseable {

    private static final long STEP_MILLIS = 50;
    private static final double MILLIS = 1e3;

    private final SlowDisk disk;
    private final BlockDelay delay;
    private final List<Look> looks = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "disk-meter");

    /** The counters at one time. */
    private record Look(
            long atMillis, long bytes, long busyMillis, long requests, long requestMillis, double blocked) {}

    private DiskMeter(SlowDisk disk, BlockDelay delay) {
        this.disk = disk;
        this.delay = delay;
    }

    /** Starts sampling. */
    static DiskMeter of(SlowDisk disk, BlockDelay delay) {
        DiskMeter meter = new DiskMeter(disk, delay);
        meter.thread.setDaemon(true);
        meter.thread.start();
        return meter;
    }

    private void watch() {
        try {
            while (true) {
                Look look = new Look(
                        System.currentTimeMillis(),
                        disk.bytesMoved(),
                        disk.busyMillis(),
                        disk.requests(),
                        disk.requestMillis(),
                        delay.millis());
                synchronized (looks) {
                    looks.add(look);
                }
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The disk's use between these times of day, to the nearest sample. */
    DiskUse between(long fromMillis, long toMillis) {
        Look from = nearest(fromMillis);
        Look to = nearest(toMillis);
        double millis = to.atMillis() - from.atMillis();
        return new DiskUse(
                (to.bytes() - from.bytes()) / millis * MILLIS,
                (to.busyMillis() - from.busyMillis()) / millis * 100,
                (to.requestMillis() - from.requestMillis()) / (double) (to.requests() - from.requests()),
                to.blocked() - from.blocked());
    }

    private Look nearest(long atMillis) {
        synchronized (looks) {
            Look best = looks.get(0);
            for (Look look : looks) {
                if (Math.abs(look.atMillis() - atMillis) < Math.abs(best.atMillis() - atMillis)) {
                    best = look;
                }
            }
            return best;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
