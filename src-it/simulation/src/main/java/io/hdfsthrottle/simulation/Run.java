package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A simulated run of a scenario on a disk in some order of service. The same input gives the same results. */
final class Run {

    /** Threads start within this time. */
    private static final long SCATTER_NANOS = 50_000_000;

    final Timeline time = new Timeline();
    final Order order;
    private final Disk disk;
    private final List<Tally> tallies = new ArrayList<>();
    private long wakeAt = Long.MAX_VALUE;

    private Run(Device device, boolean byLaw, long seed) {
        this.order = new Order(byLaw);
        this.disk = new Disk(device, time, new SplittableRandom(~seed));
    }

    /** Runs it by the production scheduler, or uncontrolled. */
    static Run of(Device device, Scenario scenario, boolean byLaw, long seed) {
        Run run = new Run(device, byLaw, seed);
        run.start(scenario, new SplittableRandom(seed));
        run.time.runUntil(nanos(Scenario.TO));
        return run;
    }

    private static long nanos(double seconds) {
        return (long) (seconds * Timeline.SECOND);
    }

    private void start(Scenario scenario, SplittableRandom random) {
        long number = 1;
        for (Party party : scenario.parties()) {
            Branch application = order.application(party.weight());
            Tally tally = new Tally(time);
            tallies.add(tally);
            List<Client> clients = new ArrayList<>();
            for (int thread = 0; thread < party.threads(); thread++) {
                Client client = new Client(this, tally, party.load(), application, number++, random.split());
                clients.add(client);
                time.after(random.nextLong(SCATTER_NANOS), client::arrive);
            }
            if (party.comesAndGoes()) {
                time.after(nanos(Scenario.FROM), () -> cycle(clients));
            }
        }
        time.after(nanos(Scenario.DISTURBED_FROM), () -> {
            disk.speed(scenario.slowedTo());
            if (scenario.foreign()) {
                disk.foreign(nanos(Scenario.DISTURBED_TO));
            }
        });
        time.after(nanos(Scenario.DISTURBED_TO), () -> disk.speed(1));
    }

    /** Present at a cycle's beginning, then leaves until the next. */
    private void cycle(List<Client> clients) {
        time.after(nanos(Scenario.STAYS), () -> clients.forEach(Client::go));
        time.after(nanos(Scenario.CYCLE), () -> {
            clients.forEach(Client::arrive);
            cycle(clients);
        });
    }

    void wants(Operation operation) {
        order.wants(operation, time.now());
        pump();
    }

    private void pump() {
        for (Optional<Piece> piece = order.next(time.now()); piece.isPresent(); piece = order.next(time.now())) {
            request(piece.get());
        }
        long due = order.scheduler.nextDueNanos(time.now());
        if (due < wakeAt) {
            wakeAt = due;
            time.after(due - time.now(), () -> {
                wakeAt = Long.MAX_VALUE;
                pump();
            });
        }
    }

    private void request(Piece piece) {
        Operation operation = (Operation) piece.flow();
        if (!operation.load().usesDisk()) {
            order.scheduler.issued(piece, 0, time.now());
            order.completed(piece, time.now());
            time.after(0, () -> operation.completed(piece));
            return;
        }
        disk.request(piece.offset(), piece.length(), operation::taken, () -> {
            order.completed(piece, time.now());
            operation.completed(piece);
            pump();
        });
    }

    /** What a tenant got. */
    Tally of(int party) {
        return tallies.get(party);
    }
}
