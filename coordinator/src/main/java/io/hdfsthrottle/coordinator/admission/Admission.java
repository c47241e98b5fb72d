package io.hdfsthrottle.coordinator.admission;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Lets requests in, or not: who asks more than its part is refused at once, so that the others are answered. Never waits. Thread-safe; keeps nothing of callers
 * that have nothing under way but a bounded number of buckets.
 */
public final class Admission {
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int UNIT_BYTES = 1 << 10;

    private final Limits limits;
    private final Rates rates;
    private final ConcurrentMap<String, Integer> underWay = new ConcurrentHashMap<>();
    private final Semaphore bodies;
    private final Polls polls;
    private final Consumer<Refusal> refused;

    /** Something that was taken; given back once, however often it is closed. */
    public static final class Permit implements AutoCloseable {
        private final AtomicBoolean taken = new AtomicBoolean(true);
        private final Runnable giveBack;

        private Permit(Runnable giveBack) {
            this.giveBack = giveBack;
        }

        @Override
        public void close() {
            if (taken.getAndSet(false)) {
                giveBack.run();
            }
        }
    }

    /**
     * Admits by these limits.
     *
     * @param refused told of each that is turned away
     */
    public Admission(Limits limits, Ticker ticker, Consumer<Refusal> refused) {
        this.limits = limits;
        this.refused = refused;
        rates = new Rates(limits.requestsPerSecond(), ticker);
        bodies = new Semaphore(Math.max(1, (int) (limits.bodyBytes() / UNIT_BYTES)));
        polls = new Polls(limits.pollsPerAddress());
    }

    /** What it goes by. */
    public Limits limits() {
        return limits;
    }

    /**
     * A request begins.
     *
     * @param caller who asks, and from where
     * @param cost 1 for what is cheap; a change costs more
     * @return to be closed when it has been answered
     * @throws TooMuch if this caller asks too often, or too much at a time
     */
    public Permit enter(String caller, int cost) {
        Duration wait = rates.take(caller, cost);
        if (!wait.isZero()) {
            throw counted(new TooMuch(
                    Refusal.RATE,
                    "More than " + limits.requestsPerSecond()
                            + " requests a second (a change counts as ten); ask again later",
                    wait));
        }
        if (underWay.merge(caller, 1, Integer::sum) > limits.requestsAtOnce()) {
            leave(caller);
            throw counted(new TooMuch(
                    Refusal.AT_ONCE,
                    "More than " + limits.requestsAtOnce() + " requests at a time; wait for answers before asking more",
                    SOON));
        }
        return new Permit(() -> leave(caller));
    }

    private void leave(String caller) {
        underWay.computeIfPresent(caller, (same, count) -> count == 1 ? null : count - 1);
    }

    /**
     * A body of so many bytes comes in.
     *
     * @throws TooMuch if it does not fit beside those that are under way
     */
    public Permit body(int bytes) {
        int units = Math.min(bytes / UNIT_BYTES + 1, Math.max(1, (int) (limits.bodyBytes() / UNIT_BYTES)));
        if (!bodies.tryAcquire(units)) {
            throw counted(new TooMuch(Refusal.MEMORY, "Too many large bodies are under way", SOON));
        }
        return new Permit(() -> bodies.release(units));
    }

    /**
     * A node waits for a grant; of its earlier requests from the same place, the oldest is answered with nothing when there are too many.
     *
     * @param waiting ends when completed by anybody
     * @throws TooMuch if too many wait at that place; then the request is answered with nothing, too
     */
    public <T> void open(String node, String origin, CompletableFuture<Optional<T>> waiting) {
        try {
            polls.open(node, origin, waiting);
        } catch (TooMuch tooMuch) {
            throw counted(tooMuch);
        }
    }

    private TooMuch counted(TooMuch tooMuch) {
        refused(tooMuch.refusal());
        return tooMuch;
    }

    /** Counts something that was turned away. */
    public void refused(Refusal refusal) {
        refused.accept(refusal);
    }

    /** How many callers have something under way. */
    int callers() {
        return underWay.size();
    }

    /** How many wait for a grant. */
    int waiting() {
        return polls.open();
    }
}
