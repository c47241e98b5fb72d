package io.hdfsthrottle.coordinator.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.gaps.AskedMetrics;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What alerts and the dashboard ask a coordinator for is what a real one answers, with the labels. */
@Tag("slow")
final class AskedMetricsOfTheCoordinatorTest {
    private static final Path CONF = Path.of("..", "conf");

    @TempDir
    private Path folder;

    @Test
    void everyMetricAndLabelThatIsAskedFor_isPublished() throws Exception {
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
        }
    }
}
