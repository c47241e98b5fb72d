package io.hdfsthrottle.coordinator.node;

import com.google.common.math.LongMath;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Registry of the executor processes that applications claim, by machine. The claims are only forwarded to the nodes of
 * that machine, which inspect the processes themselves. Bounded; claims that are not renewed expire. Guarded by its own
 * lock.
 */
public final class ExecutorBook {
    /** Maximum number of executors over all applications; each takes about 600 bytes. */
    static final int MOST = 50_000;

    /** Maximum number of executors of one application. */
    static final int MOST_OF_APPLICATION = 5_000;

    /** Maximum number of executors of one application forwarded to a node, so that none crowds out the others. */
    static final int MOST_ON_A_MACHINE = 64;

    /** Expiry of a claim; drivers renew it at least every 30 seconds. */
    static final Duration KEPT = Duration.ofSeconds(90);

    private final Ticker ticker;
    private final Map<String, Map<String, Known>> applications = new HashMap<>();
    private final Map<String, Map<List<String>, Known>> machines = new HashMap<>();
    private int all;

    /**
     * An executor's last claim.
     *
     * @param hdfs what its HDFS clients moved, the mean since the claim before
     * @param local what it moved on local disks, the same
     */
    public record Known(String application, ExecutorClaim claim, Rate hdfs, Rate local, long nanos) {
        private static Known first(String application, ExecutorClaim claim, long now) {
            return new Known(application, claim, Rate.ZERO, Rate.ZERO, now);
        }

        private Known then(ExecutorClaim next, long now) {
            boolean same = claim.pid() == next.pid() && claim.startTicks() == next.startTicks() && now - nanos > 0;
            return same
                    ? new Known(
                            application,
                            next,
                            rate(hdfsBytes(next) - hdfsBytes(claim), now - nanos),
                            rate(localBytes(next) - localBytes(claim), now - nanos),
                            now)
                    : first(application, next, now);
        }

        private static Rate rate(long bytes, long nanos) {
            return Rate.ofBytesPerSecond(Math.round(Math.max(0, bytes) * 1e9 / nanos));
        }

        private static long hdfsBytes(ExecutorClaim claim) {
            return LongMath.saturatedAdd(claim.hdfsRead(), claim.hdfsWritten());
        }

        private static long localBytes(ExecutorClaim claim) {
            return claim.devices().stream().mapToLong(DeviceBytes::bytes).reduce(0, LongMath::saturatedAdd);
        }

        List<String> key() {
            return List.of(application, claim.executor());
        }
    }

    /** Adds the owner of an application to a claim. */
    @FunctionalInterface
    public interface Owners {
        /** The same claim with the application's user and tenant; empty if the application has ended. */
        Optional<LocalExecutor> owned(String application, ExecutorClaim claim);
    }

    public ExecutorBook(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Records the executor claims of an authenticated application; executors not named in them stay until they expire.
     */
    public void record(String application, List<ExecutorClaim> claims) {
        synchronized (applications) {
            Map<String, Known> executors = applications.computeIfAbsent(application, missing -> new HashMap<>());
            for (ExecutorClaim claim : claims) {
                Known before = executors.get(claim.executor());
                if (before == null && (all >= MOST || executors.size() >= MOST_OF_APPLICATION)) {
                    continue;
                }
                if (before != null) {
                    forget(before);
                }
                long now = ticker.nanos();
                Known known = before == null ? Known.first(application, claim, now) : before.then(claim, now);
                executors.put(claim.executor(), known);
                machines.computeIfAbsent(claim.machine(), missing -> new HashMap<>())
                        .put(known.key(), known);
                all++;
            }
            applications.computeIfPresent(application, (same, left) -> left.isEmpty() ? null : left);
        }
    }

    private void forget(Known known) {
        all--;
        machines.computeIfPresent(known.claim().machine(), (machine, there) -> {
            there.remove(known.key(), known);
            return there.isEmpty() ? null : there;
        });
    }

    /** The executors that living applications claim on that machine, up to the limits. */
    public List<LocalExecutor> on(String machine, Owners owners) {
        List<Known> there = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        synchronized (applications) {
            for (Known known : machines.getOrDefault(machine, Map.of()).values()) {
                if (counts.merge(known.application(), 1, Integer::sum) <= MOST_ON_A_MACHINE) {
                    there.add(known);
                }
            }
        }
        return there.stream()
                .flatMap(known -> owners.owned(known.application(), known.claim()).stream())
                .limit(LocalExecutor.MOST)
                .toList();
    }

    /** How long ago the executor said that. */
    public Duration age(Known known) {
        return Duration.ofNanos(ticker.nanos() - known.nanos());
    }

    /** The executors that this application claims. */
    public List<Known> of(String application) {
        synchronized (applications) {
            return List.copyOf(applications.getOrDefault(application, Map.of()).values());
        }
    }

    /** Removes expired claims; called about once a second. */
    void expire() {
        long now = ticker.nanos();
        synchronized (applications) {
            applications.values().removeIf(executors -> {
                executors.values().removeIf(known -> {
                    boolean old = now - known.nanos() > KEPT.toNanos();
                    if (old) {
                        forget(known);
                    }
                    return old;
                });
                return executors.isEmpty();
            });
        }
    }

    /** Removes all claims: another coordinator receives them now. */
    void clear() {
        synchronized (applications) {
            applications.clear();
            machines.clear();
            all = 0;
        }
    }
}
