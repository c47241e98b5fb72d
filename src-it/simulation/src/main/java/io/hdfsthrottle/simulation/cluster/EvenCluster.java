package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Nodes with a disk each, and tenants of the same priority; reports and terms arrive at once. Rates in bytes a second. */
final class EvenCluster {
    static final double MB = 1e6;
    static final double DISK = 150 * MB;

    final List<ModelNode> nodes = new ArrayList<>();
    final List<Tenant> tenants;
    final Policy policy;
    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
    private Balance balance = Balance.NONE;
    private long epoch = 1;

    EvenCluster(List<String> names, int disks) {
        tenants = names.stream().map(Tenant::named).toList();
        Policy all = Policy.INITIAL;
        for (Tenant tenant : tenants) {
            all = all.with(TenantTerms.of(tenant, 1));
        }
        policy = all;
        for (int n = 0; n < disks; n++) {
            nodes.add(new ModelNode("n" + n, new double[] {DISK}, tenants));
        }
    }

    /** Sets the tenant's demand on every disk: 0 for none, infinite for all. */
    void demand(int tenant, double rate) {
        nodes.forEach(node -> Arrays.fill(node.wants[tenant], rate));
    }

    void divide() {
        nodes.forEach(node -> node.divide(policy));
    }

    /** The tenant's rate on all disks. */
    double got(int tenant) {
        return nodes.stream().mapToDouble(node -> node.got[tenant][0]).sum();
    }

    /** What nodes report. */
    ClusterDemand reported() {
        List<NodeReport> reports = nodes.stream()
                .map(node -> new NodeReport(node.report(policy, epoch), Duration.ZERO, true))
                .toList();
        return ClusterDemand.of(reports, version -> version.epoch() == epoch ? version.sequence() : 0);
    }

    void balance(Factors factors, ClusterDemand demand, long nanos) {
        balance = balancer.next(policy, factors, demand, balance, nanos);
        nodes.forEach(node -> balance.terms(node.name)
                .ifPresent(terms -> node.accept(terms.as(GrantVersion.of(epoch, balance.serial(node.name))))));
    }

    /** Another coordinator takes over, and knows of no terms. */
    void failOver() {
        epoch++;
        balance = Balance.after(TermHolders.NONE);
    }
}
