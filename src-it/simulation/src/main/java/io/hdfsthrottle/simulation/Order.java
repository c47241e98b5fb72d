package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Flow;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.tuning.Tuner;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The order of service: by the production scheduler, or as HDFS serves without it. */
abstract class Order {

    final Scheduler scheduler = new Scheduler(new Tuner());

    /** The parent of a tenant's streams. */
    Branch application(double weight) {
        Branch tenant = scheduler.tenant();
        scheduler.terms(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
        return tenant.branch();
    }

    abstract void wants(Flow flow, long now);

    abstract void wantsNothing(Flow flow);

    abstract Optional<Piece> next(long now);

    abstract void completed(Piece piece, long now);

    abstract int piece();

    abstract long readahead();

    /** The readahead of a read with no history, in bytes. */
    abstract long firstReadahead();

    /** How far a writer may be ahead of the disk, in bytes. */
    abstract long dirty();

    /** The production scheduler with its tuner. */
    static final class Law extends Order {

        @Override
        void wants(Flow flow, long now) {
            scheduler.wants(flow, now);
        }

        @Override
        void wantsNothing(Flow flow) {
            scheduler.wantsNothing(flow);
        }

        @Override
        Optional<Piece> next(long now) {
            return scheduler.dispatch(now);
        }

        @Override
        void completed(Piece piece, long now) {
            scheduler.completed(piece, now);
        }

        @Override
        int piece() {
            return scheduler.tuning().piece();
        }

        @Override
        long readahead() {
            return scheduler.tuning().readahead();
        }

        @Override
        long firstReadahead() {
            return scheduler.tuning().firstReadahead();
        }

        @Override
        long dirty() {
            return (4 << 20) + 2 * scheduler.tuning().window();
        }
    }

    /**
     * All requests go to the disk at once, in the order of arrival: the kernel reads a mebibyte ahead and writes back
     * mebibytes.
     */
    static final class Arrival extends Order {

        private static final int PIECE = 1 << 20;

        private final Deque<Operation> arrived = new ArrayDeque<>();

        @Override
        void wants(Flow flow, long now) {
            Operation operation = (Operation) flow;
            if (!arrived.contains(operation)) {
                arrived.add(operation);
            }
        }

        @Override
        void wantsNothing(Flow flow) {
            arrived.remove((Operation) flow);
        }

        @Override
        Optional<Piece> next(long now) {
            while (!arrived.isEmpty()) {
                Operation first = arrived.remove();
                if (first.wantsMore()) {
                    arrived.add(first);
                    return Optional.of(first.next(PIECE));
                }
            }
            return Optional.empty();
        }

        @Override
        void completed(Piece piece, long now) {}

        @Override
        int piece() {
            return PIECE;
        }

        @Override
        long readahead() {
            return 2L * PIECE;
        }

        @Override
        long firstReadahead() {
            return PIECE / 2;
        }

        @Override
        long dirty() {
            return 64L * PIECE;
        }
    }
}
