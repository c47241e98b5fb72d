package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A cluster as its nodes report it each second, for ten seconds. Rates are in megabytes per second. */
final class MadeCluster {
    static final GrantVersion VERSION = GrantVersion.of(1, 5);
    static final Tenant GOLD = Tenant.named("gold");
    static final Tenant BRONZE = Tenant.named("bronze");

    private static final long MEGA = 1_000_000;
    private static final int SECONDS = 10;

    Policy policy = Policy.INITIAL.with(TenantTerms.of(GOLD, 3)).with(TenantTerms.of(BRONZE, 1));
    Factors factors = Factors.NONE;
    Modes modes = Modes.NONE;
    Map<Tenant, Weight> weights = new TreeMap<>();
    UnaryOperator<UsageReport> changed = report -> report;

    private final HandSetTicker ticker = new HandSetTicker();
    private final ActivityBook book = new ActivityBook(ticker);
    private final Map<String, List<Disk>> nodes = new TreeMap<>();

    /** What an application does there each second. */
    record Doing(
            String application,
            Tenant tenant,
            long rate,
            long waitedMillis,
            long limitedMillis,
            int streams,
            long slept,
            long sent,
            long ran) {
        Doing(String application, Tenant tenant, long rate, long waitedMillis, long limitedMillis, int streams) {
            this(application, tenant, rate, waitedMillis, limitedMillis, streams, 0, 0, 0);
        }

        private ApplicationActivity after(int seconds) {
            return ApplicationActivity.of(
                            application, tenant, seconds * rate * MEGA, Duration.ofMillis(seconds * waitedMillis))
                    .delayedByLimit(Duration.ofMillis(seconds * limitedMillis))
                    .with(streams)
                    .seen(seconds * slept, seconds * sent, seconds * ran);
        }
    }

    private record Disk(VolumeUsage usage, List<Doing> doings) {
        VolumeUsage after(int seconds) {
            return usage.usedBy(doings.stream().map(each -> each.after(seconds)).toList());
        }
    }

    static Rate rate(long megabytes) {
        return Rate.ofBytesPerSecond(megabytes * MEGA);
    }

    /** A tenant that wants more than it gets. */
    static TenantUsage waits(Tenant tenant, double weight, long rate) {
        return TenantUsage.of(tenant, weight, 0, rate(rate), rate(rate), true, Duration.ZERO);
    }

    /** A tenant that gets all that it wants. */
    static TenantUsage moves(Tenant tenant, double weight, long rate) {
        return TenantUsage.of(tenant, weight, 0, rate(rate), rate(rate), false, Duration.ZERO);
    }

    static VolumeUsage disk(String name, long capacity, TenantUsage... tenants) {
        return VolumeUsage.of(name, rate(capacity), List.of(tenants));
    }

    MadeCluster with(String node, VolumeUsage disk, Doing... doings) {
        nodes.computeIfAbsent(node, unused -> new ArrayList<>()).add(new Disk(disk, List.of(doings)));
        return this;
    }

    private List<NodeReport> reports(int seconds) {
        return nodes.entrySet().stream()
                .map(node -> UsageReport.of(
                        node.getKey(),
                        VERSION,
                        true,
                        node.getValue().stream()
                                .map(disk -> disk.after(seconds))
                                .toList()))
                .map(changed)
                .map(report -> new NodeReport(report, Duration.ZERO, true))
                .toList();
    }

    Explainer explainer() {
        for (int second = 0; second <= SECONDS; second++) {
            List<NodeReport> reports = reports(second);
            book.within(ClusterFacts.of(
                    ClusterDemand.of(reports, unused -> 0).volumes(), factors.byTenant(), policy::priority));
            reports.forEach(report -> book.record(report.usage()));
            ticker.advance(Duration.ofSeconds(1));
        }
        return new Explainer(
                new Situation(
                        policy,
                        tenant -> weights.getOrDefault(tenant, Weight.of(policy.priority(tenant))),
                        factors,
                        reports(SECONDS),
                        VERSION,
                        modes,
                        book.rates()),
                true);
    }

    Explanation of(String application, Tenant tenant) {
        return of(application, tenant, Optional.empty());
    }

    Explanation of(String application, Tenant tenant, Optional<Tenant> claims) {
        Explainer explainer = explainer();
        Caller caller = Caller.UNKNOWN
                .ofApplication(application, "alice", true)
                .claiming(claims.map(Tenant::name).orElse(null));
        return explainer.application(new Subject(
                application,
                tenant,
                Optional.of(caller),
                claims,
                book.moved(application).rate(),
                book.spent(application),
                book.stays(application),
                book.runs(application)));
    }
}
