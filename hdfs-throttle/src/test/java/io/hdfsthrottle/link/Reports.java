package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.WaitCounts;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.RuleUsage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;

/** Reports as nodes would send them. */
final class Reports {

    private Reports() {}

    static UsageReport small(String node) {
        return UsageReport.of(
                        node,
                        GrantVersion.of(7, 3),
                        true,
                        List.of(
                                VolumeUsage.of("DS-1", Rate.parse("150m"), List.of(gold()))
                                        .coveredBy(List.of(reads()))
                                        .usedBy(List.of(ApplicationActivity.of(
                                                        "app-1", Tenant.named("gold"), 1L << 40, Duration.ofMillis(11))
                                                .delayedByLimit(Duration.ofMillis(5))
                                                .with(3)
                                                .seen(9, 4, 1))),
                                VolumeUsage.of("DS-2", null, List.of())))
                .withRules(List.of(new RuleUsage("etl", 12, Duration.ofMillis(300))))
                .withKeys(UsageReport.NO_KEYS)
                .by("4711-1a2b");
    }

    static PathCoverage reads() {
        return new PathCoverage("reads", List.of("pacing", "blkio backstop"), "ioprio: no");
    }

    static TenantUsage gold() {
        return TenantUsage.of(
                        Tenant.named("gold"),
                        8,
                        123,
                        Rate.ofBytesPerSecond(1),
                        Rate.UNLIMITED,
                        true,
                        Duration.ofMillis(12))
                .with(7)
                .reserving(Rate.parse("2m"))
                .counting(WaitCounts.of(List.of(1L, 2L, 2L, 9L)));
    }
}
