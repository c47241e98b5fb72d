package io.hdfsthrottle.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A disk arm with realistic service times: a piece arrives as requests that a few workers submit in any order, each
 * takes more or less than its nominal time, and occasionally something else comes first: a checksum file, the file
 * system's journal.
 */
final class RestlessArm {

    /** The size of the requests into which the kernel splits a piece. */
    private static final int REQUEST = 128 << 10;

    /** The number of requests submitted at once. */
    private static final int WORKERS = 4;

    /** The distance that needs no seek. */
    private static final long NEAR = 1 << 20;

    /** The relative variation of a request's time. */
    private static final double NOISE = 0.2;

    /** One request of so many is delayed, by 5 to 50 ms. */
    private static final int HELD_UP = 256;

    private static final long LEAST_NANOS = 5_000_000;
    private static final long MOST_NANOS = 50_000_000;

    private final Device device;
    private final Timeline time;
    private final SplittableRandom random;
    private final List<Request> waiting = new ArrayList<>();
    private long position;
    private boolean busy;
    private double slowness = 1;

    private record Request(long from, int length, LongConsumer taken, Runnable done) {}

    RestlessArm(Device device, Timeline time, SplittableRandom random) {
        this.device = device;
        this.time = time;
        this.random = random;
    }

    void speed(double part) {
        slowness = 1 / part;
    }

    /** Submits a request; reports the time that each part takes, and when all is done. */
    void request(long from, int length, LongConsumer taken, Runnable done) {
        AtomicInteger left = new AtomicInteger((length + REQUEST - 1) / REQUEST);
        for (long at = from; at < from + length; at += REQUEST) {
            waiting.add(new Request(at, (int) Math.min(REQUEST, from + length - at), taken, () -> {
                if (left.decrementAndGet() == 0) {
                    done.run();
                }
            }));
        }
        serve();
    }

    private void serve() {
        if (busy || waiting.isEmpty()) {
            return;
        }
        busy = true;
        Request next = waiting.remove(random.nextInt(Math.min(WORKERS, waiting.size())));
        long nanos = (long) (next.length * 1e9 / device.bytesPerSecond() * slowness * noise());
        if (Math.abs(next.from - position) > NEAR) {
            nanos += (long) (device.seekNanos() * noise());
        }
        position = next.from + next.length;
        next.taken.accept(nanos);
        if (random.nextInt(HELD_UP) == 0) {
            nanos += random.nextLong(LEAST_NANOS, MOST_NANOS);
        }
        time.after(nanos, () -> {
            busy = false;
            next.done.run();
            serve();
        });
    }

    private double noise() {
        return 1 + NOISE * (2 * random.nextDouble() - 1);
    }
}
