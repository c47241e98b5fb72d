package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Threads that read one file after the other, each on another disk; disks that serve pieces by start-time fair
 * queueing; and nodes that report what they measured, once a second. Time goes in milliseconds.
 */
final class HoppingCluster extends ModelCluster {
    private static final double PIECE = 512 << 10;
    private static final double CREDIT_SECONDS = 0.25;
    private static final double SAMPLE_SECONDS = 0.05;
    private static final double FORFEITED_SECONDS = 0.3;
    private static final double MOST_FORFEITED = 0.1;

    /** From the last byte of a file to the first request for the next. */
    private static final int PAUSE = 8;

    private static final int BACKLOG = 150;
    private static final int LEFT = 3_000;
    private static final int SECOND = 1_000;

    private final Device[] devices;
    private final List<Reader> readers = new ArrayList<>();
    private final double fileBytes;
    private long now;

    /** A thread, and the disks of the files that it reads in turn. */
    private static final class Reader {
        private final Tenant tenant;
        private final List<Integer> disks = new ArrayList<>();
        private int next;
        private double left;

        /** When it asks for its next file; never while it reads one. */
        private long asksAt;

        private Reader(Tenant tenant) {
            this.tenant = tenant;
        }

        private int disk() {
            return disks.get(next % disks.size());
        }
    }

    /** A tenant at a disk. */
    private static final class Queue {
        private final Deque<Reader> waiting = new ArrayDeque<>();
        private double start;
        private double weight = 1;
        private double skipped;
        private double known;
        private double forfeited;
        private double charged;
        private double rate;
        private double moved;
        private long usedAt = -LEFT;
    }

    private static final class Device {
        private final Map<Tenant, Queue> queues = new TreeMap<>();
        private double virtualTime;
        private double freeAt;
        private int idle;
        private Reader served;
    }

    HoppingCluster(double fileBytes, double... capacities) {
        super(capacities);
        this.fileBytes = fileBytes;
        devices = new Device[capacities.length];
        Arrays.setAll(devices, disk -> new Device());
    }

    /** So many threads of a tenant; files are their number on each disk. */
    HoppingCluster readers(String name, int threads, Random random, int... files) {
        tenant(name, 8, new double[capacities.length]);
        Tenant tenant = Tenant.named(name);
        for (Device device : devices) {
            device.queues.put(tenant, new Queue());
        }
        for (int i = 0; i < threads; i++) {
            Reader reader = new Reader(tenant);
            for (int disk = 0; disk < files.length; disk++) {
                reader.disks.addAll(Collections.nCopies(files[disk], disk));
            }
            Collections.shuffle(reader.disks, random);
            reader.left = fileBytes;
            readers.add(reader);
        }
        return this;
    }

    private void millisecond() {
        for (Reader reader : readers) {
            if (reader.asksAt <= now) {
                Queue queue = devices[reader.disk()].queues.get(reader.tenant);
                if (queue.waiting.isEmpty()) {
                    skip(reader.disk(), queue);
                }
                queue.waiting.add(reader);
                reader.asksAt = Long.MAX_VALUE;
            }
        }
        for (int disk = 0; disk < devices.length; disk++) {
            while (devices[disk].freeAt <= now) {
                serve(disk, devices[disk]);
            }
        }
        now++;
    }

    private void serve(int disk, Device device) {
        if (device.served != null) {
            complete(device, device.served);
            device.served = null;
        }
        Queue first = null;
        for (Map.Entry<Tenant, Queue> each : device.queues.entrySet()) {
            Queue queue = each.getValue();
            double weight = terms(disk, each.getKey()).weight();
            queue.start = device.virtualTime + (queue.start - device.virtualTime) * queue.weight / weight;
            queue.weight = weight;
            boolean waits = !queue.waiting.isEmpty();
            first = waits && (first == null || queue.start < first.start) ? queue : first;
        }
        if (first == null) {
            device.freeAt = now + 1;
            device.idle++;
            return;
        }
        device.virtualTime = Math.max(device.virtualTime, first.start);
        first.start += PIECE / first.weight;
        device.served = first.waiting.remove();
        if (device.served.left > PIECE) {
            first.waiting.add(device.served); // it asks ahead
        }
        device.freeAt = Math.max(device.freeAt, (double) now - 1) + PIECE / capacities[disk] * SECOND;
    }

    private void complete(Device device, Reader reader) {
        Queue queue = device.queues.get(reader.tenant);
        queue.charged += PIECE;
        queue.moved += PIECE;
        reader.left -= PIECE;
        if (reader.left <= 0) {
            reader.next++;
            reader.left = fileBytes;
            reader.asksAt = now + PAUSE;
        }
    }

    private void skip(int disk, Queue queue) {
        double weights = devices[disk].queues.values().stream()
                .filter(each -> !each.waiting.isEmpty())
                .mapToDouble(each -> each.weight)
                .sum();
        double credit = weights > 0 ? CREDIT_SECONDS * capacities[disk] / weights : 0;
        double oldest = devices[disk].virtualTime - credit;
        queue.skipped += Math.max(0, oldest - queue.start);
        queue.start = Math.max(queue.start, oldest);
    }

    private void sample(int disk, Device device) {
        double idle = device.idle / (SAMPLE_SECONDS * SECOND);
        for (Queue queue : device.queues.values()) {
            if (queue.waiting.isEmpty()) {
                skip(disk, queue);
            } else {
                queue.usedAt = now;
            }
            double advanced = device.virtualTime - queue.known;
            double skipped = advanced > 0 ? Math.min(1, queue.skipped / advanced) : 0;
            double forfeited = idle + (1 - idle) * skipped;
            queue.forfeited += (forfeited - queue.forfeited) * -Math.expm1(-SAMPLE_SECONDS / FORFEITED_SECONDS);
            double rate = queue.charged / SAMPLE_SECONDS;
            boolean left = rate == 0 && now - queue.usedAt > LEFT;
            queue.rate = left ? 0 : queue.rate + (rate - queue.rate) * -Math.expm1(-SAMPLE_SECONDS);
            queue.charged = 0;
            queue.skipped = 0;
            queue.known = device.virtualTime;
        }
        device.idle = 0;
    }

    private void second() {
        for (Device device : devices) {
            device.queues.values().forEach(queue -> queue.moved = 0);
        }
        for (int i = 1; i <= SECOND; i++) {
            millisecond();
            for (int disk = 0; disk < devices.length && i % (SAMPLE_SECONDS * SECOND) == 0; disk++) {
                sample(disk, devices[disk]);
            }
        }
    }

    @Override
    VolumeUsage divide(int disk) {
        if (disk == 0) {
            second();
        }
        List<TenantUsage> usages = new ArrayList<>();
        devices[disk].queues.forEach((tenant, queue) -> {
            got.get(tenant)[disk] = queue.moved;
            boolean isHeldBack = now - queue.usedAt < BACKLOG && queue.forfeited <= MOST_FORFEITED;
            Rate rate = Rate.ofBytesPerSecond((long) queue.rate);
            if (queue.rate > 0 || isHeldBack) {
                usages.add(TenantUsage.of(tenant, queue.weight, 0, rate, rate, isHeldBack, Duration.ZERO));
            }
        });
        return VolumeUsage.of("v", Rate.ofBytesPerSecond((long) capacities[disk]), usages);
    }
}
