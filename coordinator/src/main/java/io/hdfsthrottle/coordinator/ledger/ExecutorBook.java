package io.hdfsthrottle.coordinator.ledger;

import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What applications say of their executors' processes, by the machine that they are on. Only passed on to the nodes of that machine, which look at the
 * process themselves. Bounded; what is not said again is forgotten. Guarded by its own lock.
 */
public final class ExecutorBook {
    /** So many executors of all applications are remembered, about 600 bytes each. */
    static final int MOST = 50_000;

    /** So many of one application. */
    static final int MOST_OF_APPLICATION = 5_000;

    /** So many of one application are passed on to a node, so that none crowds the others out. */
    static final int MOST_ON_A_MACHINE = 64;

    /** Drivers say it every half a minute at least. */
    static final Duration KEPT = Duration.ofSeconds(90);

    private final Ticker ticker;
    private final Map<String, Map<String, Said>> applications = new HashMap<>();
    private final Map<String, Map<List<String>, Said>> machines = new HashMap<>();
    private int all;

    private record Said(String application, ExecutorClaim claim, long nanos) {
        List<String> key() {
            return List.of(application, claim.executor());
        }
    }

    /** Whose an application is, as far as a node has to know. */
    @FunctionalInterface
    public interface Owners {
        /** The same claim with the application's user and tenant; nothing if the application has ended. */
        Optional<LocalExecutor> owned(String application, ExecutorClaim claim);
    }

    /** An empty book. */
    public ExecutorBook(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Takes what an application, which has proved itself, says of its executors; those it does not name stay for a while. */
    public void heard(String application, List<ExecutorClaim> claims) {
        synchronized (applications) {
            Map<String, Said> executors = applications.computeIfAbsent(application, missing -> new HashMap<>());
            for (ExecutorClaim claim : claims) {
                Said before = executors.get(claim.executor());
                if (before == null && (all >= MOST || executors.size() >= MOST_OF_APPLICATION)) {
                    continue;
                }
                if (before != null) {
                    forget(before);
                }
                Said said = new Said(application, claim, ticker.nanos());
                executors.put(claim.executor(), said);
                machines.computeIfAbsent(claim.machine(), missing -> new HashMap<>())
                        .put(said.key(), said);
                all++;
            }
            applications.computeIfPresent(application, (same, left) -> left.isEmpty() ? null : left);
        }
    }

    private void forget(Said said) {
        all--;
        machines.computeIfPresent(said.claim().machine(), (machine, there) -> {
            boolean unused = there.remove(said.key(), said);
            return there.isEmpty() ? null : there;
        });
    }

    /** The executors of living applications that say they run on that machine, so many at most. */
    public List<LocalExecutor> on(String machine, Owners owners) {
        List<Said> there = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        synchronized (applications) {
            for (Said said : machines.getOrDefault(machine, Map.of()).values()) {
                if (counts.merge(said.application(), 1, Integer::sum) <= MOST_ON_A_MACHINE) {
                    there.add(said);
                }
            }
        }
        return there.stream()
                .flatMap(said -> owners.owned(said.application(), said.claim()).stream())
                .limit(LocalExecutor.MOST)
                .toList();
    }

    /** Forgets what is old; called about once a second. */
    void expire() {
        long now = ticker.nanos();
        synchronized (applications) {
            applications.values().removeIf(executors -> {
                executors.values().removeIf(said -> {
                    boolean old = now - said.nanos() > KEPT.toNanos();
                    if (old) {
                        forget(said);
                    }
                    return old;
                });
                return executors.isEmpty();
            });
        }
    }

    /** Forgets all: another coordinator hears them now. */
    void clear() {
        synchronized (applications) {
            applications.clear();
            machines.clear();
            all = 0;
        }
    }
}
