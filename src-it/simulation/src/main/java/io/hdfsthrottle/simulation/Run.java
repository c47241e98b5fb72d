package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.simulation.Tenant.Operation;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Requests;
import io.hdfsthrottle.window.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * A simulated run of a scenario on a disk, by the production scheduler with its window, or as HDFS serves without it.
 * Then all requests go to the disk at once, in the order of arrival: the kernel reads a mebibyte ahead and writes back
 * mebibytes. The same input gives the same results.
 */
final class Run {
    private static final int MIB = 1 << 20;
    private static final int CHECKSUMS = 4 << 10;

    final Timeline time = new Timeline();
    private final Scheduler scheduler = new Scheduler(Window.ofUnknownDisk());
    private final boolean byLaw;
    private final Disk disk;
    private final Deque<Operation> arrived = new ArrayDeque<>();
    private long wakeAt = Long.MAX_VALUE;

    final List<Tenant> tenants = new ArrayList<>();

    /** In bytes; the first readahead is of a read with no history, and dirty what a writer may be ahead of the disk. */
    record Sizes(int piece, long readahead, long firstReadahead, long dirty) {
        private static final Sizes UNCONTROLLED = new Sizes(MIB, 2 * MIB, MIB / 2, 64 * MIB);
    }

    Run(Device device, Scenario scenario, boolean byLaw, long seed) {
        this.byLaw = byLaw;
        scheduler.rotational(device.seeks());
        this.disk = new Disk(device, time, new SplittableRandom(~seed));
        SplittableRandom random = new SplittableRandom(seed);
        long number = 1;
        for (Party party : scenario.parties()) {
            Branch branch = scheduler.tenant();
            scheduler.terms(branch, party.weight(), Rate.ZERO, Rate.UNLIMITED);
            Tenant tenant = new Tenant(this, party, branch.branch());
            tenants.add(tenant);
            for (int thread = 0; thread < party.threads(); thread++) {
                tenant.enter(number++, random);
            }
            if (party.comesAndGoes()) {
                time.after(nanos(Scenario.FROM), tenant::cycle);
            }
        }
        time.after(nanos(Scenario.DISTURBED_FROM), () -> {
            disk.slowness = 1 / scenario.slowedTo();
            if (scenario.foreign()) {
                disk.foreign(nanos(Scenario.DISTURBED_TO));
            }
        });
        time.after(nanos(Scenario.DISTURBED_TO), () -> disk.slowness = 1);
        time.runUntil(nanos(Scenario.LATEST));
    }

    static long nanos(double seconds) {
        return (long) (seconds * Timeline.SECOND);
    }

    Sizes sizes() {
        Requests now = scheduler.requests();
        return byLaw
                ? new Sizes(now.piece(), now.readahead(), now.firstReadahead(), 4 * MIB + 2 * now.window())
                : Sizes.UNCONTROLLED;
    }

    void wants(Operation operation) {
        if (byLaw) {
            scheduler.wants(operation, time.now());
        } else if (!arrived.contains(operation)) {
            arrived.add(operation);
        }
        pump();
    }

    void wantsNothing(Operation operation) {
        if (byLaw) {
            scheduler.wantsNothing(operation);
        } else {
            arrived.remove(operation);
        }
    }

    private Optional<Piece> next() {
        if (byLaw) {
            return scheduler.dispatch(time.now());
        }
        arrived.removeIf(each -> !each.wantsMore());
        Operation first = arrived.poll();
        if (first == null) {
            return Optional.empty();
        }
        arrived.add(first);
        return Optional.of(first.next(MIB));
    }

    private void pump() {
        for (Optional<Piece> piece = next(); piece.isPresent(); piece = next()) {
            request(piece.get());
        }
        long due = scheduler.nextDueNanos(time.now());
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
        if (!operation.usesDisk) {
            scheduler.issued(piece, 0, time.now());
            completed(piece);
            time.after(0, () -> operation.completed(piece));
            return;
        }
        disk.request(piece.offset(), piece.length(), operation::taken, () -> {
            completed(piece);
            operation.completed(piece);
            pump();
        });
    }

    /** The checksums of a read are in a file of their own, which the DataNode reads by itself before the data. */
    void readChecksums(long position, LongConsumer taken, Runnable done) {
        disk.request(position, CHECKSUMS, taken, done);
    }

    private void completed(Piece piece) {
        if (byLaw) {
            scheduler.completed(piece, time.now());
        }
    }
}
