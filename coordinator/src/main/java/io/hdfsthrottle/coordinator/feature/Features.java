package io.hdfsthrottle.coordinator.feature;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.explain.Weight;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Chore;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Core;
import io.hdfsthrottle.coordinator.feature.FeatureContext.Gauges;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.TermParts;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The features of a coordinator, and what they added to it. */
public final class Features implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Features.class);

    private final FeatureContext context;
    private final List<ScheduledExecutorService> threads = new ArrayList<>();

    /** No feature has joined yet; their states will be added to those. */
    public Features(Core core, TermParts states, Gauges gauges) {
        this.context = new FeatureContext(core, states, gauges);
    }

    /** Every feature that there is, in the order of {@code META-INF/services}. */
    public static List<Feature> all() {
        return ServiceLoader.load(Feature.class, Features.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /**
     * Lets them join, before anything begins.
     *
     * @throws IOException if something that the settings of one name is missing; the message says what
     */
    public void join(List<Feature.Part> parts) throws IOException {
        for (Feature.Part part : parts) {
            part.join(context);
        }
    }

    /** Begins the work that is done again and again. */
    public void begin() {
        for (Chore chore : context.chores) {
            ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("hdfs-throttle-" + chore.name())
                    .setDaemon(true)
                    .build());
            threads.add(thread);
            long nanos = chore.period().toNanos();
            Future<?> unused = thread.scheduleWithFixedDelay(() -> attempt(chore), nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static void attempt(Chore chore) {
        try {
            chore.work().run();
        } catch (NotStored later) {
            if (later.reason() == NotStored.Reason.NOT_LEADING) {
                LOG.debug("The term ends during the work of {}: {}", chore.name(), later.getMessage());
            } else {
                LOG.warn("The work of {} was not stored and is tried again: {}", chore.name(), later.getMessage());
            }
        } catch (Throwable bug) {
            // Not even an Error may end it while this coordinator leads.
            LOG.error("The work of {} failed and is tried again", chore.name(), bug);
        }
    }

    /** Goes on with what nodes reported last: the factors of priorities. For one thread. */
    public Factors factors(Policy policy, ClusterDemand demand, long nanos) {
        return context.weighing.next(policy, demand, nanos);
    }

    /** What a tenant weighs, and why; 1 if there is no such. */
    public Weight weight(Tenant tenant) {
        Core core = context.core();
        return core.policy()
                .now()
                .terms(tenant)
                .map(terms -> context.weighing.weight(terms, core.ticker().nanos()))
                .orElseGet(() -> Weight.of(1));
    }

    /** That policy with what features add for every node. */
    public Grant into(Grant policy) {
        Grant grant = policy;
        for (UnaryOperator<Grant> addition : context.additions) {
            grant = addition.apply(grant);
        }
        return grant;
    }

    /** How many findings there are: things that are not as promised. */
    public int findings() {
        return context.lasting.getAsInt();
    }

    public List<Routes> routes() {
        return List.copyOf(context.routes);
    }

    @Override
    public void close() {
        // No turn begins any more; one that is under way is interrupted last: an interrupted write ends the term.
        threads.forEach(ScheduledExecutorService::shutdown);
        context.ends.forEach(Runnable::run);
        threads.forEach(ScheduledExecutorService::shutdownNow);
    }
}
