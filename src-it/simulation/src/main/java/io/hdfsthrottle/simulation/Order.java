package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.tuning.Tuner;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The order of service: by the production scheduler with its tuner, or as HDFS serves without it. Then all requests go
 * to the disk at once, in the order of arrival: the kernel reads a mebibyte ahead and writes back mebibytes.
 */
final class Order {

    private static final int MIB = 1 << 20;

    final Scheduler scheduler = new Scheduler(new Tuner());
    private final boolean byLaw;
    private final Deque<Operation> arrived = new ArrayDeque<>();

    Order(boolean byLaw) {
        this.byLaw = byLaw;
    }

    /** The parent of a tenant's streams. */
    Branch application(double weight) {
        Branch tenant = scheduler.tenant();
        scheduler.terms(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
        return tenant.branch();
    }

    void wants(Operation operation, long now) {
        if (byLaw) {
            scheduler.wants(operation, now);
        } else if (!arrived.contains(operation)) {
            arrived.add(operation);
        }
    }

    void wantsNothing(Operation operation) {
        if (byLaw) {
            scheduler.wantsNothing(operation);
        } else {
            arrived.remove(operation);
        }
    }

    Optional<Piece> next(long now) {
        if (byLaw) {
            return scheduler.dispatch(now);
        }
        while (!arrived.isEmpty()) {
            Operation first = arrived.remove();
            if (first.wantsMore()) {
                arrived.add(first);
                return Optional.of(first.next(MIB));
            }
        }
        return Optional.empty();
    }

    void completed(Piece piece, long now) {
        if (byLaw) {
            scheduler.completed(piece, now);
        }
    }

    int piece() {
        return byLaw ? scheduler.tuning().piece() : MIB;
    }

    long readahead() {
        return byLaw ? scheduler.tuning().readahead() : 2 * MIB;
    }

    /** The readahead of a read with no history, in bytes. */
    long firstReadahead() {
        return byLaw ? scheduler.tuning().firstReadahead() : MIB / 2;
    }

    /** How far a writer may be ahead of the disk, in bytes. */
    long dirty() {
        return byLaw ? 4 * MIB + 2 * scheduler.tuning().window() : 64 * MIB;
    }
}
