package io.hdfsthrottle.coordinator.metric;

import io.hdfsthrottle.localio.DiskUse;
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
import java.util.function.DoubleSupplier;
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

    /**
     * Begins to publish what every coordinator has.
     *
     * @param kindsOfRefusal the kinds to count, so that each has a counter before its first occurrence
     * @param cluster the cluster's name
     * @param port the coordinator's port, which distinguishes two in one process
     */
    public void publish(Vitals vitals, List<String> kindsOfRefusal, String cluster, int port) {
        gauge("leading", "1 while this coordinator leads", () -> vitals.isLeading() ? 1 : 0);
        gauge("epoch", "The epoch of this coordinator's term", vitals::getEpoch);
        gauge("sequence", "Changes in this coordinator's term", vitals::sequence);
        gauge("tenants", "Tenants in the policy", vitals::getTenants);
        gauge("rules", "Rules in the policy", vitals::getRules);
        gauge("applications", "Applications alive", vitals::getApplications);
        gauge("nodes", "Nodes that reported lately", vitals::getNodes);
        gauge("waiting.nodes", "Nodes that wait for a change", vitals::getWaitingNodes);
        gauge("disks.moved", "What the disks of nodes move, bytes per second", () -> vitals.disks(DiskUse::total));
        gauge("disks.executors", "What executors move there, bytes per second", () -> vitals.disks(DiskUse::executors));
        gauge(
                "disks.unclaimed",
                "Disk I/O that no tenant and no executor claims, bytes per second",
                () -> vitals.disks(DiskUse::unclaimed));
        kindsOfRefusal.forEach(this::refusals);
        terms();
        registry.getPrometheusRegistry().register(new UsageMetrics(vitals.nodeBook()::nodes));
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        register(vitals, cluster, port);
    }

    /** Publishes one value, {@code hdfs.throttle.coordinator.<name>}; read from memory, by any thread. */
    public void gauge(String name, String what, DoubleSupplier value) {
        Gauge.builder("hdfs.throttle.coordinator." + name, value::getAsDouble)
                .description(what)
                .register(registry);
    }

    private void register(Vitals vitals, String cluster, int port) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            bean = new ObjectName(DOMAIN + ":type=Coordinator,cluster=" + cluster + ",port=" + port);
            server.registerMBean(new StandardMBean(vitals, CoordinatorMXBean.class, true), bean);
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

    /** All of them as Prometheus reads them; one scrape at a time, because each makes megabytes in a large cluster. */
    public synchronized String scrape() {
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
}
