package io.hdfsthrottle.coordinator.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes a coordinator's vitals as Prometheus metrics and as an MXBean. Thread-safe. */
public final class CoordinatorMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorMetrics.class);
    private static final String DOMAIN = "io.hdfsthrottle";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private ObjectName bean;

    /** Creates unpublished metrics. */
    public CoordinatorMetrics() {}

    /**
     * Begins to publish.
     *
     * @param kindsOfRefusal the kinds to count, so that each has a counter before its first occurrence
     * @param cluster the cluster's name
     * @param port the coordinator's port, which distinguishes two in one process
     */
    public void publish(MetricSource vitals, List<String> kindsOfRefusal, String cluster, int port) {
        gauge("leading", "1 while this coordinator leads", vitals, each -> each.leading() ? 1 : 0);
        gauge("epoch", "The epoch of this coordinator's term", vitals, each -> (double) each.epoch());
        gauge("sequence", "Changes in this coordinator's term", vitals, each -> (double) each.sequence());
        gauge("tenants", "Tenants in the policy", vitals, MetricSource::tenants);
        gauge("rules", "Rules in the policy", vitals, MetricSource::rules);
        gauge("applications", "Applications alive", vitals, MetricSource::applications);
        gauge("nodes", "Nodes that reported lately", vitals, MetricSource::nodes);
        gauge("waiting.nodes", "Nodes that wait for a change", vitals, MetricSource::waitingNodes);
        gauge(
                "history.fairness",
                "Jain's index of what tenants got by weight; 1 is fair",
                vitals,
                MetricSource::fairness);
        gauge("credit.yielding", "Tenants that yield", vitals, MetricSource::yielding);
        gauge("credit.boosting", "Tenants with high priority", vitals, MetricSource::boosting);
        gauge("credit.held", "Credits that tenants have", vitals, MetricSource::credits);
        gauge("disks.moved", "What the disks of nodes move, bytes per second", vitals, MetricSource::moved);
        gauge("disks.executors", "What executors move there, bytes per second", vitals, MetricSource::movedByExecutors);
        gauge(
                "disks.unclaimed",
                "Disk I/O that no tenant and no executor claims, bytes per second",
                vitals,
                MetricSource::movedByNobody);
        gauge("slots.waiting", "Appointments that wait", vitals, MetricSource::waitingSlots);
        gauge("slots.begun", "Appointments that have begun", vitals, MetricSource::begunSlots);
        gauge("forecast.models", "Tenants that are forecast", vitals, MetricSource::forecasting);
        gauge("forecast.skill.next", "Skill of forecasts of the next second", vitals, MetricSource::skillOfNext);
        gauge("forecast.skill.stretch", "The same, mean of the next 15 s", vitals, MetricSource::skillOfStretch);
        gauge("forecast.skill.ahead", "The same, each of the next 15 s", vitals, MetricSource::skillOfAhead);
        gauge("lease.disks", "Disks that are leased", vitals, MetricSource::leasedDisks);
        gauge("lease.waiting", "Requests that wait for disks", vitals, MetricSource::waitingLeases);
        gauge("tiers.contention", "How much of what disks can do is wanted, 0 to 1", vitals, MetricSource::contention);
        gauge("tiers.quiet", "1 while files of tiers may move", vitals, each -> each.quiet() ? 1 : 0);
        gauge("tiers.waiting", "What is to go on to slower storage, bytes", vitals, MetricSource::waitingInTiers);
        gauge("tiers.moving", "What of that HDFS was asked to move, bytes", vitals, MetricSource::movingFromTiers);
        gauge("tiers.trouble", "Tiers with which there is trouble", vitals, MetricSource::tiersInTrouble);
        kindsOfRefusal.forEach(this::refusals);
        Timer unused = terms();
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        register(vitals, cluster, port);
    }

    private void gauge(String name, String what, MetricSource vitals, ToDoubleFunction<MetricSource> value) {
        Gauge unused = Gauge.builder("hdfs.throttle.coordinator." + name, vitals, value)
                .description(what)
                .register(registry);
    }

    private void register(MetricSource vitals, String cluster, int port) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            bean = new ObjectName(DOMAIN + ":type=Coordinator,cluster=" + cluster + ",port=" + port);
            server.registerMBean(new StandardMBean(new VitalsBean(vitals), CoordinatorMXBean.class, true), bean);
        } catch (JMException unable) {
            LOG.warn("JMX will not show this coordinator: {}", unable.toString());
        }
    }

    /** Records how long deciding the terms of all nodes took. */
    public void balanced(Duration took) {
        terms().record(took);
    }

    private Timer terms() {
        return registry.timer("hdfs.throttle.coordinator.terms");
    }

    /** Counts an answer with that HTTP status. */
    public void answered(int status) {
        registry.counter("hdfs.throttle.coordinator.answers", "status", Integer.toString(status))
                .increment();
    }

    /** Counts a request or connection refused by a limit; the kind is one of a few. */
    public void refused(String kind) {
        refusals(kind).increment();
    }

    private Counter refusals(String kind) {
        return registry.counter("hdfs.throttle.coordinator.refusals", "kind", kind);
    }

    /** The metrics in Prometheus' text format. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        if (bean != null) {
            try {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean);
            } catch (JMException gone) {
                LOG.debug("Not registered: {}", bean);
            }
        }
        registry.close();
    }

    private record VitalsBean(MetricSource vitals) implements CoordinatorMXBean {
        @Override
        public boolean isLeading() {
            return vitals.leading();
        }

        @Override
        public long getEpoch() {
            return vitals.epoch();
        }

        @Override
        public String getVersion() {
            return vitals.epoch() + "." + vitals.sequence();
        }

        @Override
        public int getTenants() {
            return vitals.tenants();
        }

        @Override
        public int getRules() {
            return vitals.rules();
        }

        @Override
        public int getApplications() {
            return vitals.applications();
        }

        @Override
        public int getNodes() {
            return vitals.nodes();
        }

        @Override
        public int getWaitingNodes() {
            return vitals.waitingNodes();
        }
    }
}
