package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Flow;
import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.simulation.Party.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/** A tenant in a run, with its threads and what it got, counted in steps of 10 ms. Bounds are in seconds. */
final class Tenant {
    static final double STEP = 0.01;

    /** Operations are at random positions within that many bytes of the thread's own. */
    private static final long SPACE = 1L << 40;

    private static final long PACKET = 64 << 10;

    private final Run run;
    private final Party party;
    private final Branch application;
    private final boolean writes;
    private final List<Client> clients = new ArrayList<>();
    private final long[] bytes = new long[index(Scenario.LATEST) + 1];
    private final long[] nanos = new long[bytes.length];
    private double latencies;
    private int operations;

    /** The length of the last read; 0 before the first has ended. */
    private long usualLength;

    Tenant(Run run, Party party, Branch application) {
        this.run = run;
        this.party = party;
        this.application = application;
        this.writes = party.kind() == Kind.WRITE;
    }

    /** Adds a thread, which starts within 50 ms. */
    void enter(long number, SplittableRandom random) {
        Client client = new Client(number * SPACE, random.split());
        clients.add(client);
        run.time.after(random.nextLong(50_000_000), client::arrive);
    }

    /** Present at a cycle's beginning, then leaves until the next. */
    void cycle() {
        run.time.after(Run.nanos(Scenario.STAYS), () -> clients.forEach(Client::go));
        run.time.after(Run.nanos(Scenario.CYCLE), () -> {
            clients.forEach(Client::arrive);
            cycle();
        });
    }

    private static int index(double seconds) {
        return (int) Math.round(seconds / STEP);
    }

    private int now() {
        return (int) (run.time.now() / Run.nanos(STEP));
    }

    /** Its bytes, or the nanoseconds of the disk's time that it took. */
    double amount(boolean bySeconds, double from, double to) {
        return Arrays.stream(bySeconds ? nanos : bytes, index(from), Math.max(index(from), index(to)))
                .sum();
    }

    double meanMillis() {
        return latencies / Math.max(1, operations) / 1e6;
    }

    private final class Client {
        private final long space;
        private final SplittableRandom random;
        private Operation current;
        private boolean present;

        Client(long space, SplittableRandom random) {
            this.space = space;
            this.random = random;
        }

        private void arrive() {
            present = true;
            begin();
        }

        private void go() {
            present = false;
            if (current != null) {
                current.leave();
            }
        }

        private void begin() {
            Operation operation = new Operation(this, space + (random.nextLong(SPACE / 2) & -4096));
            current = operation;
            if (party.isRandom()) {
                run.readChecksums(operation.base + SPACE / 2, operation::taken, operation::start);
            } else {
                operation.start();
            }
        }

        private void finished(Operation operation) {
            usualLength = party.length();
            if (run.time.now() >= Run.nanos(Scenario.FROM)) {
                latencies += run.time.now() - operation.beganAt;
                operations++;
            }
            // Half to one and a half: no client keeps exact time.
            run.time.after((long) (party.thinkNanos() * (0.5 + random.nextDouble())), () -> {
                if (present && operation == current) {
                    begin();
                }
            });
        }
    }

    /** Behaves like the production streams: requests readahead before sending, or write-back after receiving. */
    final class Operation extends Flow {
        final boolean usesDisk = party.usesDisk();
        private final Deque<Piece> underWay = new ArrayDeque<>();
        private final Deque<Piece> done = new ArrayDeque<>();
        private final Client client;
        private final long beganAt = run.time.now();
        private final long base;
        private final long size = party.isRequest() ? Long.MAX_VALUE : party.length();
        private long asked;
        private long dispatched;
        private long arrived;
        private long moved;
        private boolean moving;
        private boolean over;

        private Operation(Client client, long base) {
            super(application);
            this.client = client;
            this.base = base;
        }

        @Override
        protected boolean wantsMore() {
            return !over && dispatched < asked;
        }

        @Override
        protected boolean isShort() {
            return party.isRandom();
        }

        @Override
        protected Piece next(int most) {
            Piece piece = new Piece(this, base + dispatched, (int) Math.min(most, asked - dispatched));
            dispatched += piece.length();
            underWay.add(piece);
            if (writes) {
                run.time.after(0, this::move);
            }
            return piece;
        }

        void taken(long diskNanos) {
            nanos[now()] += diskNanos;
        }

        void completed(Piece piece) {
            bytes[now()] += writes ? piece.length() : 0;
            done.add(piece);
            while (done.remove(underWay.peek())) {
                arrived += underWay.remove().length();
            }
            move();
        }

        private void leave() {
            over = true;
            run.wantsNothing(this);
        }

        private void start() {
            request();
            move();
        }

        private void request() {
            long wanted = wanted();
            boolean isNeeded = !writes && moved + PACKET > asked;
            boolean isLast = wanted == (writes ? party.length() : Math.min(size, likelyEnd()));
            if (wanted > asked
                    && (isNeeded || isLast || wanted - asked >= run.sizes().piece())) {
                asked = wanted;
                run.wants(this);
            }
        }

        private long wanted() {
            return switch (party.kind()) {
                case WRITE -> moved;
                case RANDOM_READ -> party.length();
                case READ_FROM_MEMORY -> PACKET; // starts, and continues without requests
                case READ -> {
                    long ahead = moved
                            + Math.max(run.sizes().readahead(), 2L * run.sizes().piece());
                    long next = Math.min(party.length(), moved + PACKET);
                    yield Math.max(next, Math.min(Math.min(size, likelyEnd()), ahead));
                }
            };
        }

        private long likelyEnd() {
            long more = run.sizes().firstReadahead() + (moved - usualLength) / 4;
            return moved < usualLength ? usualLength : moved + more;
        }

        /** Sends what has arrived, or receives as much as may become dirty. */
        private void move() {
            long most =
                    switch (party.kind()) {
                        case WRITE -> dispatched + run.sizes().dirty();
                        case READ_FROM_MEMORY -> arrived > 0 ? party.length() : 0;
                        default -> arrived;
                    };
            long some = Math.min(Math.min(party.length(), most) - moved, 4 * PACKET);
            if (!moving && !over && some > 0) {
                moving = true;
                run.time.after((long) (some / party.clientRate() * 1e9), () -> moved(some));
            }
        }

        private void moved(long some) {
            moving = false;
            moved += some;
            if (over) {
                return;
            }
            bytes[now()] += writes ? 0 : some;
            if (usesDisk) {
                request();
            }
            if (moved < party.length()) {
                move();
                return;
            }
            if (!writes) {
                leave();
            }
            client.finished(this);
        }
    }
}
