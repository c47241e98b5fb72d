package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A simulated node: every disk divides by the latest terms received, exactly and at once. */
final class ModelNode {
    private static final ShareAlgorithm SHARES = ShareAlgorithm.weightedMaxMin();

    final String name;
    final double[] capacities;
    private final List<Tenant> tenants;

    /** Each tenant's demand on each disk. */
    final double[][] wants;

    /** Each tenant's rate on each disk. */
    final double[][] got;

    NodeTerms terms = NodeTerms.NONE;
    private long epoch;
    private int answeredAt;

    ModelNode(String name, double[] capacities, List<Tenant> tenants) {
        this.name = name;
        this.capacities = capacities;
        this.tenants = tenants;
        wants = new double[tenants.size()][capacities.length];
        got = new double[tenants.size()][capacities.length];
    }

    /** Restarts it, with the policy's terms alone. */
    void restart() {
        terms = NodeTerms.NONE;
    }

    /** Notes that its report of that time was answered. */
    void answered(int at) {
        answeredAt = Math.max(answeredAt, at);
    }

    /** Drops its terms if no report was answered for so long. */
    void expire(int now, int expiry) {
        if (now - answeredAt >= expiry) {
            terms = NodeTerms.NONE;
        }
    }

    /** Accepts terms, unless it has newer ones or knows a newer coordinator. */
    void accept(NodeTerms newer) {
        GrantVersion version = newer.version();
        boolean known =
                terms.version().epoch() == version.epoch() && terms.version().sequence() >= version.sequence();
        if (version.epoch() >= epoch && !known) {
            epoch = version.epoch();
            terms = newer;
        }
    }

    /** Divides all disks. */
    void divide(Policy policy) {
        for (int v = 0; v < capacities.length; v++) {
            List<Demand> demands = new ArrayList<>();
            for (int i = 0; i < tenants.size(); i++) {
                Terms each = terms(policy, i, v);
                demands.add(Demand.of(each.weight(), each.reservation(), each.limit(), rate(wants[i][v])));
            }
            List<Entitlement> due = SHARES.divide(rate(capacities[v]), demands);
            for (int i = 0; i < tenants.size(); i++) {
                got[i][v] = due.get(i).due().bytesPerSecond();
            }
        }
    }

    /** Its report to the coordinator of that epoch; afterwards it accepts no older one. */
    UsageReport report(Policy policy, long newEpoch) {
        epoch = Math.max(epoch, newEpoch);
        List<VolumeUsage> volumes = new ArrayList<>();
        for (int v = 0; v < capacities.length; v++) {
            List<TenantUsage> usages = new ArrayList<>();
            for (int i = 0; i < tenants.size(); i++) {
                if (wants[i][v] > 0) {
                    Terms each = terms(policy, i, v);
                    Rate rate = rate(got[i][v]);
                    boolean backlogged = got[i][v] < wants[i][v] - 1_000;
                    usages.add(TenantUsage.of(tenants.get(i), each.weight(), 0, rate, rate, backlogged, Duration.ZERO)
                            .limitedTo(each.limit()));
                }
            }
            volumes.add(VolumeUsage.of("v" + v, rate(capacities[v]), usages));
        }
        return UsageReport.of(name, GrantVersion.NONE, true, volumes).withTerms(terms.version());
    }

    Terms terms(Policy policy, int tenant, int volume) {
        TenantTerms known = policy.terms(tenants.get(tenant)).orElseThrow();
        return terms.terms("v" + volume, tenants.get(tenant))
                .orElseGet(() -> Terms.of(tenants.get(tenant), known.priority(), known.reservation(), known.limit()));
    }

    private static Rate rate(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) bytesPerSecond);
    }
}
