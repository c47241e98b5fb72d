package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A model of nodes without delay: each disk divides its bandwidth by the terms of the second before, and reports. One
 * disk per node, {@code n0} and so on.
 */
class ModelCluster {
    static final double ALL = Double.POSITIVE_INFINITY;

    final double[] capacities;
    final Map<Tenant, double[]> wants = new TreeMap<>();
    final Map<Tenant, double[]> got = new TreeMap<>();
    final Set<Integer> silent = new TreeSet<>();
    final Map<String, NodeTerms> inForce = new TreeMap<>();
    final Map<String, Long> confirmed = new TreeMap<>();
    final Map<String, NodeDemand> reports = new TreeMap<>();
    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
    Policy policy = Policy.INITIAL;
    Factors factors = Factors.NONE;
    Balance balance = Balance.NONE;

    /** What is kept for a new coordinator. */
    TermHolders kept = TermHolders.NONE;

    long second;

    ModelCluster(double... capacities) {
        this.capacities = capacities;
    }

    /** A tenant, and what it wants of each disk. */
    ModelCluster tenant(String name, int priority, double... wanted) {
        return tenant(new TenantTerms(Tenant.named(name), priority, Rate.ZERO, Rate.UNLIMITED), wanted);
    }

    ModelCluster tenant(TenantTerms terms, double... wanted) {
        policy = policy.with(terms);
        wants.put(terms.tenant(), wanted);
        got.put(terms.tenant(), new double[capacities.length]);
        return this;
    }

    /** A new coordinator, that hears no node but those that speak now. */
    void failOver(TermHolders left) {
        balance = Balance.after(left);
        reports.clear();
        confirmed.replaceAll((node, serial) -> serial == NodeDemand.NOTHING ? serial : NodeDemand.OTHERS);
    }

    /** A node that begins anew, with the policy's terms alone. */
    void restart(int disk) {
        inForce.remove("n" + disk);
        confirmed.remove("n" + disk);
    }

    ModelCluster run(int seconds) {
        for (int i = 0; i < seconds; i++) {
            step();
        }
        return this;
    }

    void step() {
        second++;
        for (int v = 0; v < capacities.length; v++) {
            report(v, divide(v));
        }
        balance = balancer.next(
                policy, factors, ClusterDemand.of(List.copyOf(reports.values())), balance, second * 1_000_000_000L);
        kept = balance.unheard().and(balance.reportedNodes());
        for (int v = 0; v < capacities.length; v++) {
            String node = "n" + v;
            if (isTold(v) && balance.serial(node) > 0) {
                inForce.put(node, balance.terms(node).orElseThrow());
                confirmed.put(node, balance.serial(node));
            }
        }
    }

    void report(int disk, VolumeUsage usage) {
        String node = "n" + disk;
        if (!silent.contains(disk)) {
            reports.put(node, new NodeDemand(node, Duration.ZERO, true, confirmed(disk), List.of(usage)));
        } else if (reports.containsKey(node)) {
            NodeDemand last = reports.get(node);
            reports.put(node, new NodeDemand(node, last.age().plusSeconds(1), false, last.confirmed(), last.volumes()));
        }
    }

    long confirmed(int disk) {
        return confirmed.getOrDefault("n" + disk, NodeDemand.NOTHING);
    }

    /** Whether the node hears the coordinator. */
    boolean isTold(int disk) {
        return !silent.contains(disk);
    }

    VolumeUsage divide(int disk) {
        List<Tenant> tenants = List.copyOf(wants.keySet());
        List<Demand> demands = new ArrayList<>();
        for (Tenant tenant : tenants) {
            Terms terms = terms(disk, tenant);
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), rate(wants.get(tenant)[disk])));
        }
        List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(rate(capacities[disk]), demands);
        List<TenantUsage> usages = new ArrayList<>();
        for (int i = 0; i < tenants.size(); i++) {
            Tenant tenant = tenants.get(i);
            double want = wants.get(tenant)[disk];
            double rate = due.get(i).due().bytesPerSecond();
            got.get(tenant)[disk] = rate;
            if (want > 0) {
                usages.add(TenantUsage.of(
                                tenant,
                                terms(disk, tenant).weight(),
                                0,
                                rate(rate),
                                due.get(i).due(),
                                rate < want - 1_000,
                                Duration.ZERO)
                        .limitedTo(terms(disk, tenant).limit()));
            }
        }
        return VolumeUsage.of("v", rate(capacities[disk]), usages);
    }

    private static Rate rate(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? Rate.UNLIMITED : Rate.ofBytesPerSecond((long) bytesPerSecond);
    }

    /** The terms in force there: the node's, else the policy's, with each limit on every disk. */
    Terms terms(int disk, Tenant tenant) {
        TenantTerms known = policy.terms(tenant).orElseThrow();
        return inForce.getOrDefault("n" + disk, NodeTerms.NONE)
                .terms("v", tenant)
                .orElseGet(() -> Terms.of(tenant, known.priority(), known.reservation(), known.limit()));
    }

    double total(String tenant) {
        double total = 0;
        for (double each : got.get(Tenant.named(tenant))) {
            total += each;
        }
        return total;
    }

    /** The sum of the parts of a tenant's limit that are in force. */
    double splits(String tenant) {
        double sum = 0;
        for (int v = 0; v < capacities.length; v++) {
            sum += terms(v, Tenant.named(tenant)).limit().bytesPerSecond();
        }
        return sum;
    }

    /** The totals that all should have, by tenant. */
    Map<Tenant, Double> due() {
        double[] totals = reference().totals();
        Map<Tenant, Double> due = new TreeMap<>();
        for (Tenant tenant : wants.keySet()) {
            due.put(tenant, totals[due.size()]);
        }
        return due;
    }

    ProgressiveFilling reference() {
        List<Tenant> tenants = List.copyOf(wants.keySet());
        int n = tenants.size();
        double[] weights = new double[n];
        double[] reservations = new double[n];
        double[] limits = new double[n];
        double[][] demands = new double[n][];
        for (int i = 0; i < n; i++) {
            TenantTerms terms = policy.terms(tenants.get(i)).orElseThrow();
            weights[i] = terms.priority();
            reservations[i] = terms.reservation().bytesPerSecond();
            limits[i] = terms.limit().isUnlimited() ? ALL : terms.limit().bytesPerSecond();
            demands[i] = new double[capacities.length];
            for (int v = 0; v < capacities.length; v++) {
                demands[i][v] = Math.min(wants.get(tenants.get(i))[v], capacities[v]);
            }
        }
        return new ProgressiveFilling(weights, reservations, limits, demands, capacities);
    }

    /** Whether a disk gives less than it could while a tenant that its limit does not throttle wants more there. */
    boolean wasted() {
        for (int v = 0; v < capacities.length; v++) {
            double given = 0;
            boolean waiting = false;
            for (Map.Entry<Tenant, double[]> each : got.entrySet()) {
                double rate = each.getValue()[v];
                given += rate;
                boolean limited = rate >= terms(v, each.getKey()).limit().bytesPerSecond() - 2;
                waiting |= rate < wants.get(each.getKey())[v] - 1_000 && !limited;
            }
            if (waiting && given < 0.999 * capacities[v]) {
                return true;
            }
        }
        return false;
    }

    /** The largest relative deviation of a tenant from its due; up to 0.1 % of the cluster counts as none. */
    double error() {
        double all = 0;
        for (double capacity : capacities) {
            all += capacity;
        }
        double worst = 0;
        for (Map.Entry<Tenant, Double> each : due().entrySet()) {
            double apart = Math.abs(total(each.getKey().name()) - each.getValue());
            worst = Math.max(worst, apart <= 0.001 * all ? 0 : apart / each.getValue());
        }
        return worst;
    }
}
