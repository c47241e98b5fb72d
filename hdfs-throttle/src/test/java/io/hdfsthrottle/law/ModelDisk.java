package io.hdfsthrottle.law;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** A disk and its streams in virtual time, on the production {@link Scheduler}: for tests of the law. */
final class ModelDisk {

    static final double MIB = 1 << 20;
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    /** Delay until a completion is seen. */
    private static final long SEEN_NANOS = 40_000;

    /** The time in which all are to have their turn. */
    static final Duration ROUND = Duration.ofMillis(1500);

    final Scheduler scheduler = new Scheduler(Window.ofUnknownDisk(), ROUND);
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final double nanosPerByte;
    private final long switchNanos;
    private final long accessNanos;
    private final long[] freeAt;
    private long lastEnd;
    private long number;
    private long wakeAt = Long.MAX_VALUE;
    private int toLose;
    private boolean idleWhileWanted;
    private int foreign;
    long now;

    private ModelDisk(int arms, double bytesPerSecond, long switchNanos, long accessNanos) {
        this.nanosPerByte = 1e9 / bytesPerSecond;
        this.switchNanos = switchNanos;
        this.accessNanos = accessNanos;
        this.freeAt = new long[arms];
        scheduler.rotational(switchNanos > 0);
    }

    /** A disk that serves requests one after the other, all at this rate. */
    static ModelDisk steady(double bytesPerSecond) {
        return new ModelDisk(1, bytesPerSecond, 0, 0);
    }

    /** The same with a seek time for each change of position. */
    static ModelDisk seeking(double bytesPerSecond, long nanos) {
        return new ModelDisk(1, bytesPerSecond, nanos, 0);
    }

    /** An array of steady disks; each piece goes to a random one. */
    static ModelDisk array(int arms, double bytesPerSecondEach) {
        return new ModelDisk(arms, bytesPerSecondEach, 0, 0);
    }

    /** Each request has this latency besides its transfer; latencies overlap. */
    static ModelDisk flash(double bytesPerSecond, long nanos) {
        return new ModelDisk(1, bytesPerSecond, 0, nanos);
    }

    Branch tenant(double weight) {
        return tenant(weight, Rate.ZERO, Rate.UNLIMITED);
    }

    Branch tenant(double weight, Rate reservation, Rate limit) {
        Branch tenant = scheduler.tenant();
        scheduler.terms(tenant, weight, reservation, limit);
        return tenant;
    }

    /** The next completion is never seen. */
    void loseOne() {
        toLose++;
    }

    /** Another process keeps so many requests of 1 MiB outstanding from now on. */
    void foreignReads(int requests) {
        int more = requests - foreign;
        foreign = requests;
        for (int i = 0; i < more; i++) {
            foreignRead();
        }
    }

    private void foreignRead() {
        freeAt[0] = Math.max(freeAt[0], now) + (long) (MIB * nanosPerByte);
        lastEnd = -1;
        at(freeAt[0], () -> {
            if (foreign > 0) {
                foreignRead();
            }
        });
    }

    /** Whether nothing was ever outstanding while a stream that may be served was waiting. */
    boolean wasIdleWhileWanted() {
        return idleWhileWanted;
    }

    void at(long time, Runnable action) {
        events.add(new Event(time, number++, action));
    }

    void runFor(long nanos) {
        long end = now + nanos;
        dispatch();
        while (!events.isEmpty() && events.peek().time <= end) {
            Event event = events.remove();
            now = event.time;
            event.action.run();
            dispatch();
        }
        now = end;
    }

    private void dispatch() {
        for (Optional<Piece> piece = scheduler.dispatch(now); piece.isPresent(); piece = scheduler.dispatch(now)) {
            issue(piece.get());
        }
        idleWhileWanted |= scheduler.hasBacklog() && scheduler.outstanding() == 0;
        long due = scheduler.nextDueNanos(now);
        if (due < wakeAt) {
            wakeAt = due;
            at(Math.max(due, now) + 1, () -> wakeAt = Long.MAX_VALUE);
        }
    }

    private void issue(Piece piece) {
        Stream stream = (Stream) piece.flow();
        scheduler.issued(piece, stream.fromMemory ? 0 : piece.length(), now);
        if (stream.fromMemory) {
            scheduler.completed(piece, now);
            stream.arrived(piece);
            return;
        }
        int arm = random.nextInt(freeAt.length);
        long place = stream.base + piece.offset();
        freeAt[arm] = Math.max(freeAt[arm], now + accessNanos)
                + (long) (piece.length() * nanosPerByte)
                + (place == lastEnd ? 0 : switchNanos);
        lastEnd = place + piece.length();
        if (toLose > 0) {
            toLose--;
            return;
        }
        at(freeAt[arm] + SEEN_NANOS, () -> {
            scheduler.completed(piece, now);
            stream.arrived(piece);
        });
    }

    /** A stream that reads endlessly: ahead of a client that consumes at once, or scattered requests with pauses. */
    final class Stream extends Flow {

        private final long base = ++number << 50;
        private final int request;
        private final long thinkNanos;
        private final boolean fromMemory;
        private long asked;
        private long sent;
        private boolean stopped;
        private long arrivedNanos = now;
        long bytes;

        /** The longest time without data. */
        long longestNanos;

        Stream(Branch branch) {
            this(branch, 0, 0, false);
        }

        Stream(Branch branch, int request, long thinkNanos) {
            this(branch, request, thinkNanos, false);
        }

        Stream(Branch branch, int request, long thinkNanos, boolean fromMemory) {
            super(branch);
            this.request = request;
            this.thinkNanos = thinkNanos;
            this.fromMemory = fromMemory;
            scheduler.wants(this, now);
        }

        @Override
        protected boolean wantsMore() {
            return !stopped
                    && asked - sent < (request > 0 ? 1 : scheduler.requests().readahead());
        }

        @Override
        protected Piece next(int most) {
            int length = request > 0 ? request : most;
            Piece piece = new Piece(this, request > 0 ? 2 * asked + number : asked, length);
            asked += length;
            return piece;
        }

        private void arrived(Piece piece) {
            bytes += piece.length();
            longestNanos = Math.max(longestNanos, now - arrivedNanos);
            arrivedNanos = now;
            at(now + 50_000 + thinkNanos, () -> {
                sent += piece.length();
                if (wantsMore()) {
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
            scheduler.wants(this, now);
        }
    }

    private static final class Event implements Comparable<Event> {
        private final long time;
        private final long number;
        private final Runnable action;

        private Event(long time, long number, Runnable action) {
            this.time = time;
            this.number = number;
            this.action = action;
        }

        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }
}
