package io.hdfsthrottle.coordinator.grant;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the balance of the cluster about once a second, and soon after changes: passes the reports of nodes to the
 * {@link Balancer}, and its decision to the nodes. Runs on a thread of its own; other threads only request a run.
 */
public final class Balancing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Balancing.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** Reports that arrive within this time are processed together. */
    private static final Duration GATHER = Duration.ofMillis(100);

    private final Balancer balancer;
    private final Weights weights;
    private final Replicated<Policy> policy;
    private final NodeBook nodes;
    private final GrantBook grants;
    private final TermsRegister register;
    private final Ticker ticker;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("hdfs-throttle-balance")
                    .setDaemon(true)
                    .build());
    private final Consumer<Duration> decided;
    private final AtomicBoolean soon = new AtomicBoolean();
    private final AtomicLong lastNanos = new AtomicLong();
    private volatile Balance balance = Balance.NONE;
    private long epoch;

    /** Gives the factors of priorities at each balance. */
    @FunctionalInterface
    public interface Weights {
        /** The factors at that monotone time. */
        Factors factors(Policy policy, ClusterDemand demand, long nanos);
    }

    /** Balances nothing yet; will tell how long each decision took. */
    public Balancing(
            Balancer balancer,
            Weights weights,
            Replicated<Policy> policy,
            NodeBook nodes,
            GrantBook grants,
            TermsRegister register,
            Ticker ticker,
            Consumer<Duration> decided) {
        this.balancer = balancer;
        this.weights = weights;
        this.policy = policy;
        this.nodes = nodes;
        this.grants = grants;
        this.register = register;
        this.ticker = ticker;
        this.decided = decided;
    }

    public void start() {
        Future<?> unused =
                thread.scheduleWithFixedDelay(this::next, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Requests a balance soon, after a change that may move weights. */
    public void soon() {
        if (soon.compareAndSet(false, true)) {
            try {
                Future<?> unused = thread.schedule(this::next, GATHER.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException stopped) {
                LOG.debug("Balancing has stopped: {}", stopped.toString());
            }
        }
    }

    public void now() {
        submit(this::next);
    }

    /** Requests a balance at once for a new policy: nodes receive the policy together with the resulting weights. */
    public void policyChanged() {
        submit(this::nextOfPolicy);
    }

    private void submit(Runnable work) {
        try {
            thread.execute(work);
        } catch (RejectedExecutionException stopped) {
            LOG.debug("Balancing has stopped: {}", stopped.toString());
        }
    }

    /** The last balance; {@link Balance#NONE} while this coordinator does not lead. */
    public Balance balance() {
        return balance;
    }

    /** How long the last computation of terms took, without sending them. */
    public Duration took() {
        return Duration.ofNanos(lastNanos.get());
    }

    private void next() {
        soon.set(false);
        attempt(() -> decide(grants::termsChanged));
    }

    private void nextOfPolicy() {
        AtomicBoolean sent = new AtomicBoolean();
        attempt(() -> decide((leading, terms) -> {
            sent.set(true);
            grants.policyAndTermsChanged(leading, terms);
        }));
        if (!sent.get()) {
            // Without new weights, nodes still receive the policy.
            attempt(grants::policyChanged);
        }
    }

    private static void attempt(Runnable decision) {
        try {
            decision.run();
        } catch (NotStored notStored) {
            if (notStored.reason() == NotStored.Reason.NOT_LEADING) {
                LOG.debug("The term ends while the cluster is balanced: {}", notStored.getMessage());
            } else {
                LOG.warn("Nodes keep their terms: {}", notStored.getMessage());
            }
        } catch (RuntimeException | Error bug) {
            LOG.error("The cluster could not be balanced; nodes keep their terms", bug);
        }
    }

    /** Receives the terms of all nodes in an epoch. */
    private interface Recipient {
        void receive(long inEpoch, Map<String, NodeTerms> terms);
    }

    /** Computes a balance and hands it on; does nothing while this coordinator does not lead. */
    private void decide(Recipient recipient) {
        long leading = grants.version().epoch();
        if (leading == GrantVersion.NONE.epoch()) {
            epoch = leading;
            balance = Balance.NONE;
            return;
        }
        if (leading != epoch) {
            balance = Balance.after(register.left());
            epoch = leading;
        }
        long began = ticker.nanos();
        ClusterDemand demand = ClusterDemand.of(nodes.nodes(), this::serial);
        Policy tenants = policy.now();
        Factors factors = weights.factors(tenants, demand, began);
        Balance next = balancer.next(tenants, factors, demand, balance, began);
        lastNanos.set(ticker.nanos() - began);
        decided.accept(took());
        register.keep(leading, next.reportedNodes(), next.unheard());
        balance = next;
        nodes.activities().within(ClusterFacts.of(demand.volumes(), factors.byTenant(), tenants::priority));
        recipient.receive(leading, terms(next));
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "Terms computed in {} ms, and told in {} ms",
                    took().toMillis(),
                    (ticker.nanos() - began) / 1_000_000);
        }
    }

    private long serial(GrantVersion version) {
        return version.epoch() == epoch ? version.sequence() : 0;
    }

    private Map<String, NodeTerms> terms(Balance next) {
        Map<String, NodeTerms> terms = new TreeMap<>();
        next.terms().forEach((node, each) -> terms.put(node, each.as(GrantVersion.of(epoch, next.serial(node)))));
        return terms;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
