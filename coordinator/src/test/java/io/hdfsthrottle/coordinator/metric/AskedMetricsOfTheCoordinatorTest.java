package io.hdfsthrottle.coordinator.metric;

import static io.hdfsthrottle.gaps.ReferencePage.code;
import static io.hdfsthrottle.gaps.ReferencePage.codes;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.gaps.AskedMetrics;
import io.hdfsthrottle.gaps.ReferencePage;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What alerts and the dashboard ask a coordinator for is what a real one answers, with the labels. */
@Tag("slow")
final class AskedMetricsOfTheCoordinatorTest {
    private static final Path CONF = Path.of("..", "conf");
    private static final Pattern HELP = Pattern.compile("(?m)^# HELP (\\S+) (.*)$");

    @TempDir
    private Path folder;

    @Test
    void everyMetricAndLabelThatIsAskedFor_isPublished_andThePageOfAllIsWhatTheySay() throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Coordinator coordinator = cluster.leader();
            Wire wire = new Wire(coordinator);
            wire.get("/v1/status");
            TenantUsage gold = TenantUsage.of(Tenant.named("gold"), 1, 1, Rate.ZERO, Rate.ZERO, false, Duration.ZERO);
            try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(10), Credential.NONE)) {
                link.report(UsageReport.of(
                        "dn1:9866",
                        GrantVersion.of(1, 1),
                        true,
                        List.of(VolumeUsage.of("DS-1", Rate.parse("200m"), List.of(gold)))));
            }
            Map<String, Set<String>> asked = AskedMetrics.of(AskedMetrics.expressions(CONF));
            String page = wire.get("/metrics").body();

            assertThat(AskedMetrics.missing(asked, "hdfs_throttle_coordinator_", page))
                    .isEmpty();
            assertThat(AskedMetrics.missing(asked, "jvm_", page)).isEmpty();
            reference(page).check();
        }
    }

    private static ReferencePage reference(String scraped) throws IOException {
        ReferencePage page = new ReferencePage(
                "coordinator-metrics",
                "Figures of coordinators",
                "Made from the descriptions in `/metrics`, which has the memory and threads of the JVM (`jvm_memory_used_bytes` and others), too.");
        Map<String, String> help = new HashMap<>();
        HELP.matcher(scraped).results().forEach(line -> help.put(line.group(1), line.group(2)));
        page.table("metric", "labels", "meaning");
        new TreeMap<>(AskedMetrics.scraped(scraped)).forEach((metric, labels) -> {
            if (metric.startsWith("hdfs_throttle_")) {
                String family = metric.replaceFirst("_(?:count|sum)$", "");
                page.row(code(metric), codes(List.copyOf(labels)), help.getOrDefault(metric, help.get(family)));
            }
        });
        page.heading("Attributes in JMX")
                .paragraph("Of the bean `io.hdfsthrottle:type=Coordinator,cluster=default,port=9880`.")
                .table("attribute", "meaning");
        return page.getters(Path.of("src/main/java/io/hdfsthrottle/coordinator/metric/CoordinatorMXBean.java"), true);
    }
}
