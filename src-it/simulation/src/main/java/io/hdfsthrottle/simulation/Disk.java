package io.hdfsthrottle.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A simulated disk: serves requests in the order of arrival, each arm or place independently. A restless arm has
 * realistic service times: a piece arrives as requests that a few workers submit in any order, each takes more or less
 * than its nominal time, and occasionally something else comes first: a checksum file, the file system's journal.
 */
final class Disk {
    /** Consecutive bytes on one arm of an array. */
    private static final long STRIPE = 512 << 10;

    /** The time from the completion of a request until it is noticed and handled. */
    private static final long SEEN_NANOS = 40_000;

    private static final int FOREIGN = 256 << 10;

    /** The size of the requests into which the kernel splits a piece, and how many of them are submitted at once. */
    private static final int REQUEST = 128 << 10;

    private static final int WORKERS = 4;

    /** What a disk that reorders holds at once (NCQ); none of them waits longer there. */
    private static final int HELD = 32;

    private static final long LONGEST_NANOS = 500_000_000;

    /** A turn, on which requests are spread evenly. */
    private static final long TURN_NANOS = 8_333_333;

    private static final double MIB = 1 << 20;

    /** The disk ends after so many mebibytes and begins again. */
    private static final int TRACKS = 1 << 20;

    private final Device device;
    private final Timeline time;
    private final SplittableRandom random;
    private final long[] freeAt;
    private final long[] lastEnd;
    private final Deque<Runnable> waitingFlash = new ArrayDeque<>();
    private final Deque<Request> waiting = new ArrayDeque<>();
    private final List<Request> submitted = new ArrayList<>();
    private int busyPlaces;
    private boolean busyArm;
    /** How many times as long as nominally a transfer takes. */
    double slowness = 1;

    private record Request(long from, int length, long asked, LongConsumer taken, Runnable done) {}

    Disk(Device device, Timeline time, SplittableRandom random) {
        this.device = device;
        this.time = time;
        this.random = random;
        this.freeAt = new long[device.arms()];
        this.lastEnd = new long[device.arms()];
    }

    /** I/O from outside HDFS takes half of the disk until then, whatever else it does; an arm seeks there and back. */
    void foreign(long until) {
        if (time.now() < until) {
            long nanos = 2 * device.seekNanos() + transferNanos(FOREIGN);
            for (int arm = 0; arm < freeAt.length; arm++) {
                freeAt[arm] = Math.max(freeAt[arm], time.now()) + nanos;
            }
            if (device.isRestless()) {
                askRestless(-time.now() * FOREIGN, FOREIGN, unused -> {}, () -> {});
            }
            time.after(2 * nanos, () -> foreign(until));
        }
    }

    /** Reports how much of an arm's time a request takes, or on flash of the bandwidth, and when it is done. */
    void request(long position, int length, LongConsumer taken, Runnable done) {
        if (device.isRestless()) {
            askRestless(position, length, taken, () -> time.after(SEEN_NANOS, done));
        } else {
            taken.accept(device.places() > 0 ? askFlash(length, done) : askArms(position, length, done));
        }
    }

    private long askFlash(int length, Runnable done) {
        waitingFlash.add(() -> time.after(device.accessNanos(), () -> {
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
        while (busyPlaces < device.places() && !waitingFlash.isEmpty()) {
            busyPlaces++;
            waitingFlash.remove().run();
        }
    }

    private long askArms(long position, int length, Runnable done) {
        long last = time.now();
        long taken = 0;
        for (long at = position, end; at < position + length; at = end) {
            long stripe = Math.floorDiv(at, STRIPE);
            end = device.arms() == 1 ? position + length : Math.min(position + length, stripe * STRIPE + STRIPE);
            int arm = (int) Math.floorMod(stripe, (long) device.arms());
            long nanos = transferNanos(end - at) + (at == lastEnd[arm] ? 0 : device.seekNanos());
            freeAt[arm] = Math.max(freeAt[arm], time.now()) + nanos;
            lastEnd[arm] = device.arms() == 1 ? end : end + (device.arms() - 1) * STRIPE;
            last = Math.max(last, freeAt[arm]);
            taken += nanos;
        }
        time.after(last - time.now() + SEEN_NANOS, done);
        return taken;
    }

    private void askRestless(long from, int length, LongConsumer taken, Runnable done) {
        AtomicInteger left = new AtomicInteger((length + REQUEST - 1) / REQUEST);
        for (long at = from; at < from + length; at += REQUEST) {
            waiting.add(new Request(at, (int) Math.min(REQUEST, from + length - at), time.now(), taken, () -> {
                if (left.decrementAndGet() == 0) {
                    done.run();
                }
            }));
        }
        startRestless();
    }

    private void startRestless() {
        while (submitted.size() < (device.isReordering() ? HELD : WORKERS) && !waiting.isEmpty()) {
            submitted.add(waiting.remove());
        }
        if (busyArm || submitted.isEmpty()) {
            return;
        }
        busyArm = true;
        Request next = device.isReordering() ? nearest() : submitted.get(random.nextInt(submitted.size()));
        submitted.remove(next);
        long nanos = (long) (next.length * 1e9 / device.bytesPerSecond() * slowness * noise()) + wayTo(next);
        lastEnd[0] = next.from + next.length;
        next.taken.accept(nanos);
        nanos += random.nextInt(256) == 0 ? random.nextLong(5_000_000, 50_000_000) : 0;
        time.after(nanos, () -> {
            busyArm = false;
            next.done.run();
            startRestless();
        });
    }

    /** The one that the arm reaches first, but for one that has waited for long. */
    private Request nearest() {
        Request oldest = submitted.get(0);
        return time.now() - oldest.asked > LONGEST_NANOS
                ? oldest
                : submitted.stream().min(Comparator.comparingLong(this::wayTo)).orElse(oldest);
    }

    private long wayTo(Request request) {
        if (Math.abs(request.from - lastEnd[0]) <= 1 << 20) { // what is so near needs no seek
            return 0;
        }
        if (!device.isReordering()) {
            return (long) (device.seekNanos() * noise());
        }
        // Half of a mean seek is the way, by the root of its length, after a time to start; the other half the turn.
        double way = Math.abs(track(request.from) - track(lastEnd[0])) / TRACKS;
        long arrives = (long) (device.seekNanos() * (0.1 + 0.75 * Math.sqrt(way)));
        double turned = (time.now() + arrives) / (double) TURN_NANOS;
        double wait = track(request.from) - Math.floor(track(request.from)) - (turned - Math.floor(turned));
        return arrives + (long) (TURN_NANOS * (wait < 0 ? wait + 1 : wait));
    }

    private static double track(long position) {
        return Math.floorMod(position, TRACKS * (long) MIB) / MIB;
    }

    private double noise() {
        return 1 + 0.2 * (2 * random.nextDouble() - 1);
    }

    private long transferNanos(long length) {
        return (long) (length * 1e9 / device.bytesPerSecond() * slowness);
    }
}
