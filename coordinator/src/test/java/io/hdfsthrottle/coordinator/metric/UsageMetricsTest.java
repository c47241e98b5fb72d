package io.hdfsthrottle.coordinator.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In the registry of a coordinator, as Prometheus reads it. */
final class UsageMetricsTest {
    private static final Duration EXPIRY = Duration.ofSeconds(10);
    private static final String OF = "hdfs_throttle_coordinator_";

    private final HandSetTicker ticker = new HandSetTicker();
    private final NodeBook nodes = new NodeBook(ticker, EXPIRY, 10_000, 1L << 30);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @BeforeEach
    void register() {
        registry.getPrometheusRegistry().register(new UsageMetrics(nodes::nodes));
    }

    private static TenantUsage usage(String tenant, long rate, long entitlement, boolean backlogged) {
        return TenantUsage.of(
                        Tenant.named(tenant),
                        1,
                        1,
                        Rate.ofBytesPerSecond(rate),
                        Rate.ofBytesPerSecond(entitlement),
                        backlogged,
                        Duration.ofMillis(1500))
                .counting(WaitCounts.of(List.of(1L, 3L, 3L, 4L)));
    }

    private static VolumeUsage disk(String volume, Rate capacity, TenantUsage... tenants) {
        return VolumeUsage.of(volume, capacity, List.of(tenants));
    }

    private void report(String node, VolumeUsage... disks) {
        nodes.report(node, UsageReport.of(node, GrantVersion.of(1, 1), true, List.of(disks)), "10.0.0.5");
    }

    @Test
    void tenant_hasItsSumOverTheDisksOfANode() {
        report(
                "dn1:9866",
                disk("DS-1", Rate.ofBytesPerSecond(100), usage("gold", 60, 80, true)),
                disk("DS-2", Rate.ofBytesPerSecond(50), usage("gold", 5, 20, false), usage("etl", 7, 7, false)));

        assertThat(registry.scrape())
                .contains(OF + "tenant_bytes_per_second{node=\"dn1:9866\",tenant=\"gold\"} 65.0")
                .as("a whole disk where it waits, and its rate elsewhere")
                .contains(OF + "tenant_demand{node=\"dn1:9866\",tenant=\"gold\"} 105.0")
                .as("no more than it would use")
                .contains(OF + "tenant_entitlement{node=\"dn1:9866\",tenant=\"gold\"} 85.0")
                .contains(OF + "tenant_waited_seconds_total{node=\"dn1:9866\",tenant=\"gold\"} 3.0")
                .contains(OF + "tenant_waits_total{le=\"0.01\",node=\"dn1:9866\",tenant=\"gold\"} 2.0")
                .contains(OF + "tenant_waits_total{le=\"0.1\",node=\"dn1:9866\",tenant=\"gold\"} 6.0")
                .contains(OF + "tenant_waits_total{le=\"1\",node=\"dn1:9866\",tenant=\"gold\"} 6.0")
                .contains(OF + "tenant_waits_total{le=\"+Inf\",node=\"dn1:9866\",tenant=\"gold\"} 8.0")
                .contains(OF + "tenant_waits_total{le=\"+Inf\",node=\"dn1:9866\",tenant=\"etl\"} 4.0")
                .contains(OF + "tenant_entitlement{node=\"dn1:9866\",tenant=\"etl\"} 7.0")
                .contains(OF + "node_capacity{node=\"dn1:9866\"} 150.0")
                .contains(OF + "node_silent{node=\"dn1:9866\"} 0.0")
                .contains(OF + "node_pacing{node=\"dn1:9866\"} 1.0")
                .contains(OF + "rows_dropped 0.0");
    }

    @Test
    void demand_isWithinTheLimit_andUnknownWhereNoCapacityIsKnown() {
        report(
                "dn1",
                disk(
                        "DS-1",
                        Rate.ofBytesPerSecond(100),
                        usage("etl", 10, 30, true).limitedTo(Rate.ofBytesPerSecond(30))),
                disk("DS-2", null, usage("gold", 40, Long.MAX_VALUE / 2, true)));

        assertThat(registry.scrape())
                .contains(OF + "tenant_demand{node=\"dn1\",tenant=\"etl\"} 30.0")
                .contains(OF + "tenant_demand{node=\"dn1\",tenant=\"gold\"} 40.0")
                .contains(OF + "tenant_entitlement{node=\"dn1\",tenant=\"gold\"} 40.0");
    }

    @Test
    void longestWaitsThatANodeMayReport_breakNothing() {
        TenantUsage longest = TenantUsage.of(
                        Tenant.named("gold"), 1, 1, Rate.ZERO, Rate.ZERO, false, Duration.ofMillis(Long.MAX_VALUE))
                .counting(WaitCounts.of(Collections.nCopies(4, 1L << 53)));
        report(
                "dn1",
                IntStream.range(0, 256)
                        .mapToObj(i -> disk("DS-" + i, null, longest))
                        .toArray(VolumeUsage[]::new));
        assertThat(registry.scrape()).contains(OF + "tenant_waits_total{le=\"1\",node=\"dn1\",tenant=\"gold\"} 2.3");
    }

    @Test
    void rowsOfSilentNodes_goAtOnce_andThoseOfForgottenOnesAltogether() {
        report("dn1", disk("DS-1", null, usage("gold", 1, 1, false)));
        ticker.advance(EXPIRY.plusNanos(1));
        assertThat(registry.scrape()).doesNotContain("tenant=\"gold\"").contains(OF + "node_silent{node=\"dn1\"} 1.0");

        ticker.advance(EXPIRY.multipliedBy(60));
        nodes.expire();
        assertThat(registry.scrape()).doesNotContain("dn1");
    }

    @Test
    void tooManyRows_areThoseThatUseMost_andTheOthersAreCounted() {
        TenantUsage[] tenants = IntStream.rangeClosed(1, UsageMetrics.MOST_ROWS + 3)
                .mapToObj(i -> usage("t" + i, i, i, false))
                .toArray(TenantUsage[]::new);
        report("dn1", disk("DS-1", null, tenants));

        assertThat(registry.scrape())
                .contains(OF + "rows_dropped 3.0")
                .doesNotContain("tenant=\"t3\"")
                .contains("tenant=\"t4\"", "tenant=\"t" + (UsageMetrics.MOST_ROWS + 3) + "\"");
    }
}
