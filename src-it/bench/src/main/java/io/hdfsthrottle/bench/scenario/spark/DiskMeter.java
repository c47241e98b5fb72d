package io.hdfsthrottle.bench.scenario.spark;

import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Worker;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

/** Samples the counters of a disk by the time of day, by which another process reports when it began and ended. */
final class DiskMeter implements AutoCloseable {

    private final ConcurrentSkipListMap<Long, Use> samples = new ConcurrentSkipListMap<>();
    private final Worker worker;

    /** What a disk has done until some time of day, or in some period; requests wait in the sum for so many millis. */
    record Use(double millis, double bytes, double busy, double requests, double waiting, double blocked) {

        Use since(Use before) {
            return new Use(
                    millis - before.millis,
                    bytes - before.bytes,
                    busy - before.busy,
                    requests - before.requests,
                    waiting - before.waiting,
                    blocked - before.blocked);
        }
    }

    DiskMeter(SlowDisk disk, BlockDelay delay) {
        worker = Worker.start("disk-meter", running -> {
            while (running.getAsBoolean()) {
                long now = System.currentTimeMillis();
                double waiting = disk.requestMillis();
                double blocked = delay.millis();
                samples.put(now, new Use(now, disk.bytesMoved(), disk.busyMillis(), disk.requests(), waiting, blocked));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        });
    }

    /** The disk's use until that time of day, to the sample before it. */
    Use until(long millis) {
        worker.check();
        return Optional.ofNullable(samples.floorEntry(millis))
                .orElseGet(samples::firstEntry)
                .getValue();
    }

    @Override
    public void close() {
        worker.close();
    }
}
