package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Asks the coordinator about the applications that clients of this node name: in batches, each once, whether alive or
 * not.
 *
 * <p>The thread of an application's first operation waits for the answer, so that its first byte is already charged to
 * the right tenant: at most {@link #PATIENCE}, and not at all while the coordinator does not answer or nobody is to be delayed. Memory is bounded:
 * tags of unknown applications replace one another. Thread-safe; one thread asks.
 */
final class ApplicationFinder {

    /** How long a thread of the host waits for an answer, at most. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    /** After this time the coordinator is asked again about an unknown application. */
    private static final Duration UNKNOWN_FOR = Duration.ofSeconds(5);

    private static final int MOST_UNKNOWN = 4_096;
    private static final int MOST_WANTED = 4_096;
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration NO_PAUSE = Duration.ZERO;
    private static final Duration PAUSE_AFTER_TROUBLE = Duration.ofMillis(500);
    private static final Duration NOTHING_TO_ASK = Duration.ofSeconds(10);

    private final String node;
    private final GrantStore grants;
    private final BooleanSupplier mayWait;
    private final Ticker ticker;
    private final Map<String, CountDownLatch> wanted = new LinkedHashMap<>();
    private final Map<String, Long> unknown = new LinkedHashMap<>();
    private Optional<CoordinatorLink> link = Optional.empty();
    private Runnable wake = () -> {};
    private volatile boolean answering = true;

    /** @param mayWait whether threads of the host may be delayed now */
    ApplicationFinder(String node, GrantStore grants, BooleanSupplier mayWait, Ticker ticker) {
        this.mayWait = mayWait;
        this.node = node;
        this.grants = grants;
        this.ticker = ticker;
    }

    /** Starts asking; before that, and without a coordinator, no application is found. */
    Heartbeat start(CoordinatorLink line, HostGuard guard) {
        Heartbeat heartbeat = Heartbeat.start("hdfs-throttle-applications", this::query, guard);
        synchronized (this) {
            link = Optional.of(line);
            wake = heartbeat::beatNow;
        }
        return heartbeat;
    }

    /**
     * Whether the answer for that application is pending, so that callers that name it must be resolved again later. An
     * application that was unknown counts as unknown until an answer says otherwise.
     */
    synchronized boolean isSought(String id) {
        return link.isPresent() && !unknown.containsKey(id);
    }

    private synchronized boolean isWorthAsking(String id) {
        Long since = unknown.get(id);
        return link.isPresent() && (since == null || ticker.nanos() - since >= UNKNOWN_FOR.toNanos());
    }

    /**
     * The application, if it is alive; asks and waits for a moment if that is not known. An interrupt ends the wait and
     * is kept.
     */
    Optional<GrantedApplication> find(String id) {
        Optional<GrantedApplication> known = grants.effective().application(id);
        if (known.isPresent() || !isWorthAsking(id)) {
            return known;
        }
        Optional<CountDownLatch> answered = request(id);
        if (answered.isPresent() && answering && mayWait.getAsBoolean()) {
            try {
                boolean unused = answered.get().await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return grants.effective().application(id);
    }

    private synchronized Optional<CountDownLatch> request(String id) {
        CountDownLatch asked = wanted.get(id);
        if (asked != null) {
            return Optional.of(asked);
        }
        if (wanted.size() >= MOST_WANTED) {
            return Optional.empty();
        }
        CountDownLatch answered = new CountDownLatch(1);
        wanted.put(id, answered);
        wake.run();
        return Optional.of(answered);
    }

    /** Asks again about all applications held, because the coordinator or its rules changed. */
    synchronized void askAgain() {
        for (GrantedApplication each : grants.effective().applications()) {
            wanted.putIfAbsent(each.application(), new CountDownLatch(1));
        }
        unknown.clear();
        wake.run();
    }

    /** Removes these from the unknown ones: the coordinator reports them alive. */
    synchronized void areKnown(List<GrantedApplication> living) {
        living.forEach(each -> unknown.remove(each.application()));
    }

    private Duration query() throws InterruptedException {
        List<String> next = next();
        if (next.isEmpty()) {
            return NOTHING_TO_ASK;
        }
        try {
            GrantUpdate answer = link().applications(node, next);
            answering = true;
            if (!grants.answered(answer)) {
                return PAUSE_AFTER_TROUBLE; // of a leader whose policy has not arrived
            }
            settle(next, answer);
            TimeUnit.NANOSECONDS.sleep(GATHER.toNanos()); // requests that arrive meanwhile are batched
            return NO_PAUSE;
        } catch (LinkException notReached) {
            // The grant keeper asks the same coordinators and logs it once.
            answering = false;
            return PAUSE_AFTER_TROUBLE;
        }
    }

    private synchronized CoordinatorLink link() {
        return link.orElseThrow();
    }

    private synchronized List<String> next() {
        List<String> next = new ArrayList<>();
        Iterator<String> ids = wanted.keySet().iterator();
        while (ids.hasNext() && next.size() < CoordinatorLink.MOST_APPLICATIONS) {
            next.add(ids.next());
        }
        return next;
    }

    private synchronized void settle(List<String> asked, GrantUpdate answer) {
        long now = ticker.nanos();
        answer.applications().ifPresent(news -> {
            areKnown(news.living());
            news.ended().forEach(id -> {
                unknown.remove(id);
                unknown.put(id, now);
            });
        });
        Iterator<String> oldest = unknown.keySet().iterator();
        for (int over = unknown.size() - MOST_UNKNOWN; over > 0; over--) {
            oldest.next();
            oldest.remove();
        }
        for (String id : asked) {
            CountDownLatch answered = wanted.remove(id);
            if (answered != null) {
                answered.countDown();
            }
        }
    }
}
