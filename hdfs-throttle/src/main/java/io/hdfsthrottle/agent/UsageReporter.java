package io.hdfsthrottle.agent;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.PathCover;
import io.hdfsthrottle.link.UsageReport;
import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Tells the coordinator about once a second what was used. Its work is done by one thread. */
final class UsageReporter {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private UsageReporter() {}

    static Heartbeat start(Supplier<AgentState> state, NodeKeys keys, CoordinatorLink link, HostGuard guard) {
        return Heartbeat.start(
                "hdfs-throttle-reports", () -> report(of(state.get()).withKeys(keys.toString()), link), guard);
    }

    private static Duration report(UsageReport report, CoordinatorLink link) throws InterruptedException {
        try {
            link.report(report);
            return PERIOD;
        } catch (LinkException notReached) {
            // The grant keeper asks the same coordinators and says it once; another report follows.
            return PERIOD;
        }
    }

    private static UsageReport of(AgentState state) {
        List<VolumeUsage> volumes = new ArrayList<>();
        for (int i = 0; i < state.volumes().size(); i++) {
            VolumeActivity volume = state.volumes().get(i);
            List<TenantUsage> tenants = new ArrayList<>();
            for (TenantActivity tenant : volume.tenants()) {
                tenants.add(TenantUsage.of(
                                tenant.terms().tenant(),
                                tenant.terms().weight(),
                                tenant.bytes(),
                                tenant.rate(),
                                tenant.entitlement().due(),
                                tenant.backlogged(),
                                tenant.waited())
                        .limitedTo(tenant.terms().limit()));
            }
            volumes.add(VolumeUsage.of(volume.volume(), volume.capacity().orElse(null), tenants)
                    .coveredBy(covers(state.coverage().get(i))));
        }
        return UsageReport.of(state.node(), state.grant(), !state.passing(), volumes)
                .withTerms(state.terms())
                .withRules(state.rules());
    }

    private static List<PathCover> covers(VolumeCoverage coverage) {
        List<PathCover> covers = new ArrayList<>();
        for (IoPath path : IoPath.values()) {
            covers.add(PathCover.of(path.label(), coverage.coveredBy(path), coverage.reason(path)));
        }
        return covers;
    }
}
