package io.hdfsthrottle.coordinator.metric;

import com.google.common.collect.Comparators;
import io.hdfsthrottle.coordinator.demand.DiskShare;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What each tenant gets on each node, and what each node can give, from the nodes' last reports: made anew for each
 * scrape, so that what is gone is gone there, too. Bounded: beyond {@link #MOST_ROWS} the smallest rows are left out,
 * and counted. Thread-safe.
 */
record UsageMetrics(Supplier<List<NodeReport>> reports) implements MultiCollector {
    /** The most pairs of a tenant and a node, and the most nodes. */
    static final int MOST_ROWS = 2_000;

    private static final String PREFIX = "hdfs_throttle_coordinator_";

    /** The bounds of {@link WaitCounts#upTo}, in seconds, as Prometheus names those of a histogram. */
    private static final List<String> BOUNDS = List.of("0.01", "0.1", "1", "+Inf");

    private interface Row {
        Labels labels();
    }

    private record OfTenant(
            String tenant, String node, double rate, double due, double demand, double waited, WaitCounts waits)
            implements Row {
        static OfTenant of(String node, VolumeUsage disk, TenantUsage usage) {
            DiskShare share = DiskShare.of(disk, usage);
            double waited = usage.waited().toMillis() / 1e3;
            return new OfTenant(
                    usage.tenant().name(), node, share.given(), share.due(), share.demand(), waited, usage.waits());
        }

        OfTenant and(OfTenant other) {
            return new OfTenant(
                    tenant,
                    node,
                    rate + other.rate,
                    due + other.due,
                    demand + other.demand,
                    waited + other.waited,
                    waits.and(other.waits));
        }

        @Override
        public Labels labels() {
            return Labels.of("tenant", tenant, "node", node);
        }
    }

    private record OfNode(String node, double silent, double pacing, double capacity) implements Row {
        static OfNode of(NodeReport report) {
            double capacity = report.usage().disks().stream()
                    .flatMap(disk -> disk.capacity().stream())
                    .mapToDouble(Rate::bytesPerSecond)
                    .sum();
            return new OfNode(
                    report.usage().node(),
                    report.answering() ? 0 : 1,
                    report.usage().pacing() ? 1 : 0,
                    capacity);
        }

        @Override
        public Labels labels() {
            return Labels.of("node", node);
        }
    }

    /** The greatest rows, and the number of the others. */
    private record Rows<R>(List<R> kept, double dropped) {
        static <R> Rows<R> of(Stream<R> all, Comparator<R> order) {
            return all.collect(Collectors.teeing(
                    Collectors.counting(),
                    Comparators.greatest(MOST_ROWS, order),
                    (count, kept) -> new Rows<>(kept, count - kept.size())));
        }
    }

    private static Stream<OfTenant> tenants(NodeReport report) {
        Map<Tenant, OfTenant> rows = new HashMap<>();
        for (VolumeUsage disk : report.usage().disks()) {
            for (TenantUsage usage : disk.tenants()) {
                rows.merge(usage.tenant(), OfTenant.of(report.usage().node(), disk, usage), OfTenant::and);
            }
        }
        return rows.values().stream();
    }

    @Override
    public MetricSnapshots collect() {
        List<NodeReport> known = reports.get();
        Rows<OfTenant> tenants = Rows.of(
                known.stream().filter(NodeReport::answering).flatMap(UsageMetrics::tenants),
                Comparator.comparingDouble(OfTenant::demand).thenComparingDouble(OfTenant::waited));
        Rows<OfNode> nodes = Rows.of(
                known.stream().map(OfNode::of),
                Comparator.comparingDouble(OfNode::silent)
                        .thenComparing(OfNode::pacing, Comparator.reverseOrder())
                        .thenComparingDouble(OfNode::capacity));
        return MetricSnapshots.of(
                gauge(
                        "tenant_bytes_per_second",
                        "What the tenant was charged on the node, bytes per second",
                        tenants,
                        OfTenant::rate),
                gauge(
                        "tenant_demand",
                        "What the tenant would use on the node, bytes per second",
                        tenants,
                        OfTenant::demand),
                gauge(
                        "tenant_entitlement",
                        "What the tenant is due of its demand on the node, bytes per second",
                        tenants,
                        OfTenant::due),
                counter(
                        "tenant_waited_seconds",
                        "The tenant's delays on the node since it started, summed over threads",
                        tenants,
                        OfTenant::waited),
                waits(tenants),
                gauge(
                        "node_capacity",
                        "What the node's disks of known capacity can move, bytes per second",
                        nodes,
                        OfNode::capacity),
                gauge("node_pacing", "0 if everything passes on the node", nodes, OfNode::pacing),
                gauge("node_silent", "1 if the node stopped reporting", nodes, OfNode::silent),
                GaugeSnapshot.builder()
                        .name(PREFIX + "rows_dropped")
                        .help("Pairs of a tenant and a node, and nodes, that metrics leave out: those beyond the"
                                + " 2,000 greatest")
                        .dataPoint(GaugeDataPointSnapshot.builder()
                                .value(tenants.dropped() + nodes.dropped())
                                .build())
                        .build());
    }

    private static <R extends Row> GaugeSnapshot gauge(
            String name, String what, Rows<R> rows, ToDoubleFunction<R> value) {
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(PREFIX + name).help(what);
        rows.kept()
                .forEach(row -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(row.labels())
                        .value(value.applyAsDouble(row))
                        .build()));
        return gauge.build();
    }

    private static <R extends Row> CounterSnapshot counter(
            String name, String what, Rows<R> rows, ToDoubleFunction<R> value) {
        CounterSnapshot.Builder counter =
                CounterSnapshot.builder().name(PREFIX + name).help(what);
        rows.kept()
                .forEach(row -> counter.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(row.labels())
                        .value(value.applyAsDouble(row))
                        .build()));
        return counter.build();
    }

    private static CounterSnapshot waits(Rows<OfTenant> tenants) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder()
                .name(PREFIX + "tenant_waits")
                .help("The tenant's delays on the node of at most le seconds since it started, if it counts them");
        for (OfTenant row : tenants.kept()) {
            for (int i = 0; i < BOUNDS.size(); i++) {
                counter.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(row.labels().add("le", BOUNDS.get(i)))
                        .value((double) row.waits().upTo(i))
                        .build());
            }
        }
        return counter.build();
    }
}
