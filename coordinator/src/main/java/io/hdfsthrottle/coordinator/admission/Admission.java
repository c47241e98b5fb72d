package io.hdfsthrottle.coordinator.admission;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.Multiset;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Admission control: refuses the requests of a caller above its limits at once, so that other callers are still served.
 * Non-blocking and thread-safe; of callers without a request under way, keeps only a bounded number of token buckets.
 */
public final class Admission {
    private static final Duration SOON = Duration.ofSeconds(1);

    /** For how long a credential stays proven, as far as it is looked at: longer than drivers and nodes are silent. */
    private static final Duration LATELY = Duration.ofMinutes(10);

    private static final int UNIT_BYTES = 1 << 10;

    private final Limits limits;
    private final Rates rates;

    /** By credential as it was presented, its caller. */
    private final Cache<String, String> proven = CacheBuilder.newBuilder()
            .maximumSize(Rates.MOST_BUCKETS)
            .expireAfterAccess(LATELY)
            .build();

    private final Multiset<String> underWay = ConcurrentHashMultiset.create();
    private final Semaphore bodies;
    private final Semaphore readers;
    private final Multiset<String> reading = ConcurrentHashMultiset.create();
    private final Polls polls;
    private final Consumer<Refusal> refused;

    /** A resource that was acquired; released once, however often it is closed. */
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

    /** Admission by these limits, which tells of each refusal. */
    public Admission(Limits limits, Ticker ticker, Consumer<Refusal> refused) {
        this.limits = limits;
        this.refused = refused;
        rates = new Rates(limits.requestsPerSecond(), ticker);
        bodies = new Semaphore(Math.max(1, (int) (limits.bodyBytes() / UNIT_BYTES)));
        readers = new Semaphore(limits.readers());
        polls = new Polls(limits.pollsPerAddress());
    }

    /** The limits that it applies. */
    public Limits limits() {
        return limits;
    }

    /**
     * Admits a request.
     *
     * @param caller the caller's identity and address
     * @param cost 1 for what is cheap; a change costs more
     * @return to be closed when it has been answered
     * @throws LimitExceeded if this caller makes too many requests, in a while or at a time
     */
    public Permit enter(String caller, int cost) {
        Duration wait = rates.take(caller, cost);
        if (!wait.isZero()) {
            throw counted(new LimitExceeded(Refusal.RATE, tooOften(), wait));
        }
        if (underWay.add(caller, 1) >= limits.requestsAtOnce()) {
            underWay.remove(caller);
            throw counted(new LimitExceeded(
                    Refusal.AT_ONCE,
                    "More than " + limits.requestsAtOnce() + " requests at a time; wait for answers before asking more",
                    SOON));
        }
        return new Permit(() -> underWay.remove(caller));
    }

    /**
     * Admits a credential to be verified, which costs more than to refuse it. A place has so much for failing, of each
     * scheme; beyond that, only what was proven there lately is looked at, so that nobody is locked out by the failures
     * of others. What was proven is refused unseen while its caller asks too often.
     *
     * @param scheme of the credential, at its place
     * @param claim what it is recognised by, at its place
     * @throws LimitExceeded if it is not to be looked at
     */
    public void proof(String scheme, String claim) {
        String caller = proven.getIfPresent(claim);
        Duration wait = rates.wait(caller == null ? unproven(scheme) : caller);
        if (!wait.isZero()) {
            throw counted(new LimitExceeded(
                    Refusal.RATE,
                    caller == null ? "Too many wrong credentials came from this address; ask again later" : tooOften(),
                    wait));
        }
    }

    /** A credential proved to be that caller's, whose requests are counted together. */
    public void proven(String claim, String caller) {
        proven.put(claim, caller);
    }

    /** A credential of that scheme and place proved to be wrong. */
    public void failed(String scheme) {
        Duration unused = rates.take(unproven(scheme), 1);
    }

    private static String unproven(String scheme) {
        return "unproven " + scheme;
    }

    private String tooOften() {
        return "More than " + limits.requestsPerSecond()
                + " requests a second (a change counts as ten); ask again later";
    }

    /** Admits a body of that many bytes if it fits beside those that are under way. */
    public Permit body(int bytes) {
        int units = Math.min(bytes / UNIT_BYTES + 1, Math.max(1, (int) (limits.bodyBytes() / UNIT_BYTES)));
        if (!bodies.tryAcquire(units)) {
            throw counted(new LimitExceeded(Refusal.MEMORY, "Too many large bodies are under way", SOON));
        }
        return new Permit(() -> bodies.release(units));
    }

    /**
     * Admits a request for what people look at. A thread that writes a long answer waits for who reads it, so such
     * answers never take all threads: nodes and applications are answered beside any number of slow readers, and a
     * caller has a quarter of what there is for reading.
     *
     * @throws LimitExceeded if as many answers are under way as may be
     */
    public Permit read(String caller) {
        boolean isFair = reading.add(caller, 1) < limits.readersOfOne();
        if (!isFair || !readers.tryAcquire()) {
            reading.remove(caller);
            throw counted(new LimitExceeded(Refusal.AT_ONCE, "Too many answers are being read", SOON));
        }
        return new Permit(() -> {
            reading.remove(caller);
            readers.release();
        });
    }

    /**
     * A node waits for a grant. If too many of its requests from the same place are open, the oldest is answered empty.
     *
     * @param waiting the request; ends when it is completed by any thread
     * @throws LimitExceeded if too many wait at that place; then the request is answered empty, too
     */
    public <T> void open(String node, String origin, CompletableFuture<Optional<T>> waiting) {
        try {
            polls.open(node, origin, waiting);
        } catch (LimitExceeded tooMuch) {
            throw counted(tooMuch);
        }
    }

    private LimitExceeded counted(LimitExceeded tooMuch) {
        refused(tooMuch.refusal());
        return tooMuch;
    }

    /** Counts a refusal. */
    public void refused(Refusal refusal) {
        refused.accept(refusal);
    }

    /** How many callers have requests under way. */
    int callers() {
        return underWay.elementSet().size();
    }

    /** How many requests wait for a grant. */
    int waiting() {
        return polls.open();
    }
}
