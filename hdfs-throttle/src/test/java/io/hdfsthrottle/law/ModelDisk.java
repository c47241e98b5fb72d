package io.hdfsthrottle.law;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongUnaryOperator;

/** A disk and its streams in virtual time, on the production {@link Scheduler}: for tests of the law. */
final class ModelDisk {

    final Scheduler scheduler;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final int servers;
    private final double nanosPerByte;
    private final long switchNanos;
    private final long[] freeAt;
    private final LongUnaryOperator placement;
    private Flow lastFlow;
    private long lastEnd;
    private long number;
    long now;

    /** A disk of so many servers, each with that rate and that time for a change of place. */
    ModelDisk(int servers, double bytesPerSecond, long switchNanos) {
        this.scheduler = new Scheduler(new Tuner());
        this.servers = servers;
        this.nanosPerByte = 1e9 / bytesPerSecond;
        this.switchNanos = switchNanos;
        this.freeAt = new long[servers];
        this.placement = n -> Math.floorMod(n * 2654435761L >> 7, servers);
    }

    void at(long time, Runnable action) {
        events.add(new Event(time, number++, action));
    }

    void runUntil(long end) {
        dispatch();
        while (!events.isEmpty() && events.peek().time <= end) {
            Event event = events.remove();
            now = event.time;
            event.action.run();
            dispatch();
        }
        now = end;
    }

    void dispatch() {
        for (var piece = scheduler.dispatch(now); piece.isPresent(); piece = scheduler.dispatch(now)) {
            issue(piece.get());
        }
        long due = scheduler.nextDueNanos(now);
        if (due != Long.MAX_VALUE && due > now) {
            at(due + 1, () -> {});
        }
    }

    private void issue(Piece piece) {
        scheduler.issued(piece, piece.length(), now);
        int server = (int) placement.applyAsLong(number);
        boolean elsewhere = piece.flow() != lastFlow || piece.offset() != lastEnd;
        lastFlow = piece.flow();
        lastEnd = piece.end();
        freeAt[server] =
                Math.max(freeAt[server], now) + (long) (piece.length() * nanosPerByte) + (elsewhere ? switchNanos : 0);
        at(freeAt[server], () -> {
            scheduler.completed(piece, now);
            ((Stream) piece.flow()).arrived(piece);
        });
    }

    int servers() {
        return servers;
    }

    /** A stream that reads on and on: it is ahead of its client by at most the readahead, and the client takes what arrives after a while. */
    final class Stream extends Flow {

        private final long thinkNanos;
        private final int request;
        private final List<Long> arrivals = new ArrayList<>();
        private long asked;
        private long sent;
        private long limit = Long.MAX_VALUE;
        long bytes;
        boolean stopped;

        /** One that reads ahead. */
        Stream(Branch branch) {
            this(branch, 0, 0);
        }

        /** One that asks for so many bytes somewhere, thinks for so long, and asks again. */
        Stream(Branch branch, int request, long thinkNanos) {
            super(branch);
            this.request = request;
            this.thinkNanos = thinkNanos;
            scheduler.wants(this, now);
        }

        @Override
        protected boolean wantsMore() {
            if (stopped) {
                return false;
            }
            return request > 0
                    ? asked <= sent
                    : asked - sent < scheduler.tuning().readahead() && asked < limit;
        }

        @Override
        protected Piece next(int most) {
            int length = request > 0 ? request : most;
            Piece piece = new Piece(this, request > 0 ? number * 3 : asked, length);
            asked += length;
            return piece;
        }

        void arrived(Piece piece) {
            arrivals.add(now);
            bytes += piece.length();
            at(now + 50_000 + thinkNanos, () -> {
                boolean wanted = leaf.place != ShareNode.NOWHERE;
                sent += piece.length();
                if (!wanted && wantsMore()) {
                    scheduler.wants(this, now);
                }
            });
        }

        void stop() {
            stopped = true;
            scheduler.wantsNothing(this);
        }

        void start() {
            stopped = false;
            if (wantsMore() && leaf.place == ShareNode.NOWHERE) {
                scheduler.wants(this, now);
            }
        }
    }

    private record Event(long time, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }
}
