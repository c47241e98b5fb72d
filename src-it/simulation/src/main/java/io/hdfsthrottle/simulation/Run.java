package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A simulated run of a scenario on a disk in some order of service, and its results. The same input gives the same
 * results, to the byte.
 */
final class Run {

    static final int MILLIS = 10;

    private static final long STEP_NANOS = MILLIS * 1_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /** Threads start within this time. */
    private static final long SCATTER_NANOS = 50_000_000;

    private final Timeline time = new Timeline();
    private final Order order;
    private final Disk disk;
    private final long[][] bytes;
    private final long[][] nanos;
    private final long[] usualLength;
    private final double[] latencies;
    private final int[] operations;
    private long wakeAt = Long.MAX_VALUE;

    private Run(Device device, Scenario scenario, Order order, long seed) {
        int parties = scenario.parties().size();
        this.order = order;
        this.disk = new Disk(device, time, new SplittableRandom(~seed));
        this.bytes = new long[parties][(int) (Scenario.TO * 1000 / MILLIS) + 1];
        this.nanos = new long[parties][bytes[0].length];
        this.usualLength = new long[parties];
        this.latencies = new double[parties];
        this.operations = new int[parties];
    }

    static Run of(Device device, Scenario scenario, Order order, long seed) {
        Run run = new Run(device, scenario, order, seed);
        run.start(scenario, new SplittableRandom(seed));
        run.time.runUntil((long) (Scenario.TO * SECOND));
        return run;
    }

    private void start(Scenario scenario, SplittableRandom random) {
        long number = 1;
        for (int i = 0; i < scenario.parties().size(); i++) {
            Party party = scenario.parties().get(i);
            Branch application = order.application(party.weight());
            List<Client> clients = new ArrayList<>();
            for (int thread = 0; thread < party.threads(); thread++) {
                Client client = new Client(this, i, party.load(), application, number++, random.split());
                clients.add(client);
                after(random.nextLong(SCATTER_NANOS), client::arrive);
            }
            if (party.comesAndGoes()) {
                after((long) (Scenario.FROM * SECOND), () -> cycle(clients));
            }
        }
        after((long) (Scenario.DISTURBED_FROM * SECOND), () -> {
            disk.speed(scenario.slowedTo());
            if (scenario.foreign()) {
                disk.foreign((long) (Scenario.DISTURBED_TO * SECOND));
            }
        });
        after((long) (Scenario.DISTURBED_TO * SECOND), () -> disk.speed(1));
    }

    /** Present at a cycle's beginning, then leaves until the next. */
    private void cycle(List<Client> clients) {
        after((long) (Scenario.STAYS_SECONDS * SECOND), () -> clients.forEach(Client::go));
        after((long) (Scenario.CYCLE_SECONDS * SECOND), () -> {
            clients.forEach(Client::arrive);
            cycle(clients);
        });
    }

    // Called by threads and their operations.

    long now() {
        return time.now();
    }

    Order order() {
        return order;
    }

    void after(long delay, Runnable what) {
        time.after(delay, what);
    }

    void soon(Runnable what) {
        time.after(0, what);
    }

    void wants(Operation operation) {
        order.wants(operation, now());
        pump();
    }

    private void pump() {
        for (Optional<Piece> piece = order.next(now()); piece.isPresent(); piece = order.next(now())) {
            request(piece.get());
        }
        long due = order.scheduler.nextDueNanos(now());
        if (due < wakeAt) {
            wakeAt = due;
            time.after(due - now(), () -> {
                wakeAt = Long.MAX_VALUE;
                pump();
            });
        }
    }

    private void request(Piece piece) {
        Operation operation = (Operation) piece.flow();
        if (operation.isFromMemory()) {
            order.scheduler.issued(piece, 0, now());
            order.completed(piece, now());
            soon(() -> operation.completed(piece));
            return;
        }
        disk.request(piece.offset(), piece.length(), operation::taken, () -> {
            order.completed(piece, now());
            operation.completed(piece);
            pump();
        });
    }

    // Counters.

    long usualLength(int party) {
        return usualLength[party];
    }

    void usualLength(int party, long length) {
        usualLength[party] = length;
    }

    void count(int party, long moved) {
        bytes[party][step()] += moved;
    }

    void taken(int party, long diskNanos) {
        nanos[party][step()] += diskNanos;
    }

    void latency(int party, long took) {
        if (now() >= Scenario.FROM * SECOND) {
            latencies[party] += took;
            operations[party]++;
        }
    }

    private int step() {
        return (int) (now() / STEP_NANOS);
    }

    // Results.

    /** The bytes that a tenant was given from one second to another. */
    double bytes(int party, double from, double to) {
        return sum(bytes[party], from, to);
    }

    /** The disk time that it took, in seconds. */
    double diskSeconds(int party, double from, double to) {
        return sum(nanos[party], from, to) / SECOND;
    }

    private static double sum(long[] steps, double from, double to) {
        double sum = 0;
        for (int i = (int) Math.round(from * 1000 / MILLIS); i < Math.round(to * 1000 / MILLIS); i++) {
            sum += steps[i];
        }
        return sum;
    }

    /** The mean duration of a tenant's operation, in milliseconds. */
    double meanMillis(int party) {
        return latencies[party] / Math.max(1, operations[party]) / 1e6;
    }
}
