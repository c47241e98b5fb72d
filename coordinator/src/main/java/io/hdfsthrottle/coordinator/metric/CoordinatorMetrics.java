package io.hdfsthrottle.coordinator.metric;

import io.hdfsthrottle.localio.DiskUse;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        gauge(
                "leading",
                "1 while this coordinator leads; over all coordinators, the sum has to be 1",
                () -> vitals.isLeading() ? 1 : 0);
        gauge("epoch", "The epoch of this coordinator's term; 0 while it does not lead", vitals::getEpoch);
        gauge("sequence", "Changes within this coordinator's term", vitals::sequence);
        gauge("tenants", "Tenants; 0 on followers", vitals::getTenants);
        gauge("rules", "Rules; 0 on followers", vitals::getRules);
        gauge("applications", "Registered applications; 0 on followers", vitals::getApplications);
        gauge("nodes", "DataNodes that reported lately", vitals::getNodes);
        gauge("waiting.nodes", "DataNodes whose request for the next grant is open", vitals::getWaitingNodes);
        gauge("disks.moved", "What all disks of DataNodes move, bytes per second", () -> vitals.disks(DiskUse::total));
        gauge(
                "disks.executors",
                "What verified executors move on these disks, bytes per second",
                () -> vitals.disks(DiskUse::executors));
        gauge(
                "disks.unclaimed",
                "What processes other than those of HDFS and Spark move on these disks, bytes per second: they disturb HDFS",
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
        gauge(name, Map.of(), what, value);
    }

    /** The same with labels, the same ones whenever it has that name. */
    public void gauge(String name, Map<String, String> labels, String what, DoubleSupplier value) {
        Gauge.builder("hdfs.throttle.coordinator." + name, value::getAsDouble)
                .tags(labels.entrySet().stream()
                        .map(label -> Tag.of(label.getKey(), label.getValue()))
                        .toList())
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
        return Timer.builder("hdfs.throttle.coordinator.terms")
                .description(
                        "Decisions of all nodes' terms: their number, their time in all, and the longest lately, seconds")
                .register(registry);
    }

    public void answered(int status) {
        Counter.builder("hdfs.throttle.coordinator.answers")
                .description("HTTP answers")
                .tag("status", Integer.toString(status))
                .register(registry)
                .increment();
    }

    /** Counts a request or connection refused by a limit; the kind is one of a few. */
    public void refused(String kind) {
        refusals(kind).increment();
    }

    private Counter refusals(String kind) {
        return Counter.builder("hdfs.throttle.coordinator.refusals")
                .description(
                        "What was refused because a caller exceeds its limits (docs/secure.md#one-caller-too-many)")
                .tag("kind", kind)
                .register(registry);
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
