package io.hdfsthrottle.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** A simulated disk: serves requests in the order of arrival, each arm or place independently. */
final class Disk {

    /** Consecutive bytes on one arm of an array. */
    private static final long STRIPE = 512 << 10;

    /** The time from the completion of a request until it is noticed and handled. */
    private static final long SEEN_NANOS = 40_000;

    private static final int FOREIGN = 256 << 10;

    private final Device device;
    private final Timeline time;
    private final long[] freeAt;
    private final long[] lastEnd;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final RestlessArm restless;
    private int busyPlaces;
    private double slowness = 1;

    Disk(Device device, Timeline time, SplittableRandom random) {
        this.device = device;
        this.time = time;
        this.freeAt = new long[device.arms()];
        this.lastEnd = new long[device.arms()];
        this.restless = new RestlessArm(device, time, random);
    }

    /** Sets the fraction of its speed that it has from now on. */
    void speed(double part) {
        slowness = 1 / part;
        restless.speed(part);
    }

    /**
     * I/O from outside HDFS takes half of the disk until then, regardless of other load; an arm seeks there and back
     * for it.
     */
    void foreign(long until) {
        if (time.now() < until) {
            long nanos = 2 * device.seekNanos() + transferNanos(FOREIGN);
            for (int arm = 0; arm < freeAt.length; arm++) {
                freeAt[arm] = Math.max(freeAt[arm], time.now()) + nanos;
            }
            if (device.isRestless()) {
                restless.request(-time.now() * FOREIGN, FOREIGN, unused -> {}, () -> {});
            }
            time.after(2 * nanos, () -> foreign(until));
        }
    }

    /**
     * Submits a request; reports how much of an arm's time it takes, or on flash of the bandwidth, and when it is done.
     */
    void request(long position, int length, LongConsumer taken, Runnable done) {
        if (device.isRestless()) {
            restless.request(position, length, taken, () -> time.after(SEEN_NANOS, done));
        } else {
            taken.accept(device.places() > 0 ? askFlash(length, done) : askArms(position, length, done));
        }
    }

    private long askFlash(int length, Runnable done) {
        waiting.add(() -> time.after(device.accessNanos(), () -> {
            freeAt[0] = Math.max(freeAt[0], time.now()) + transferNanos(length);
            time.after(freeAt[0] - time.now(), () -> {
                busyPlaces--;
                startFlash();
            });
            time.after(freeAt[0] - time.now() + SEEN_NANOS, done);
        }));
        startFlash();
        return transferNanos(length);
    }

    private void startFlash() {
        while (busyPlaces < device.places() && !waiting.isEmpty()) {
            busyPlaces++;
            waiting.remove().run();
        }
    }

    private long askArms(long position, int length, Runnable done) {
        long last = time.now();
        long taken = 0;
        for (long at = position; at < position + length; ) {
            long end =
                    device.arms() == 1 ? position + length : Math.min(position + length, stripe(at) * STRIPE + STRIPE);
            int arm = (int) Math.floorMod(stripe(at), (long) device.arms());
            long nanos = transferNanos(end - at) + (at == lastEnd[arm] ? 0 : device.seekNanos());
            freeAt[arm] = Math.max(freeAt[arm], time.now()) + nanos;
            lastEnd[arm] = device.arms() == 1 ? end : end + (device.arms() - 1) * STRIPE;
            last = Math.max(last, freeAt[arm]);
            taken += nanos;
            at = end;
        }
        time.after(last - time.now() + SEEN_NANOS, done);
        return taken;
    }

    private static long stripe(long position) {
        return Math.floorDiv(position, STRIPE);
    }

    private long transferNanos(long length) {
        return (long) (length * 1e9 / device.bytesPerSecond() * slowness);
    }
}
