package io.hdfsthrottle.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AskedMetricsTest {

    private static final String PAGE = "# HELP reads_total Reads\n# TYPE reads_total counter\n"
            + "reads_total{tenant=\"gold\",node=\"dn1:9866\"} 1.0\nleading 1.0\n";

    @Test
    void metricsAndTheirLabels_areFoundInAnExpression() {
        assertThat(AskedMetrics.of(
                        List.of("sum by (tenant) (rate(reads_total{node=~\"a|b{x}\", job=\"j\"}[5m])) > 0.5e3"
                                + " and on (tenant, instance) limit offset 5m or absent(leading)")))
                .isEqualTo(Map.of(
                        "reads_total", Set.of("node", "tenant"),
                        "limit", Set.of("tenant"),
                        "leading", Set.of("tenant")));
    }

    @Test
    void whatAPageLacks_isNamed() {
        Map<String, Set<String>> asked = Map.of(
                "reads_total", Set.of("tenant", "volume"), "leading", Set.of(), "reads_failed", Set.of("tenant"));
        assertThat(AskedMetrics.missing(asked, "", PAGE)).containsExactly("reads_failed", "reads_total{volume}");
        assertThat(AskedMetrics.missing(asked, "lead", PAGE)).isEmpty();
    }

    @Test
    void everyExpressionOfAlertsAndDashboard_isRead_andAsksForOurMetricsOrTheJvms() throws IOException {
        List<String> expressions = AskedMetrics.expressions(Path.of("..", "..", "conf"));
        assertThat(expressions)
                .hasSizeGreaterThan(30)
                .anyMatch(each -> each.contains("< 0.95 *"))
                .anyMatch(each -> each.startsWith("sum by (tenant)"))
                .contains("count by (node) (hdfs_throttle_coordinator_node_capacity)");
        assertThat(AskedMetrics.of(expressions).keySet())
                .hasSizeGreaterThan(30)
                .allMatch(name -> name.matches("hdfs_throttle_(coordinator|datanode)_[a-z_]+|jvm_memory_used_bytes"));
    }
}
