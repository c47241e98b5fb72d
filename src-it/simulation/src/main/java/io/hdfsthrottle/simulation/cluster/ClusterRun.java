package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.simulation.Timeline;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One simulated cluster, drawn from a seed: 25 s in which demand moves, priorities change, nodes fall silent or restart
 * and coordinators are replaced, then 35 s in which nothing changes except that messages are late. Figures are of the
 * last 15 s; those of limits of all the time.
 */
final class ClusterRun {
    private static final long MILLI = 1_000_000L;
    private static final double MB = 1e6;
    private static final int STEP_MILLIS = 100;
    private static final int CHURN_MILLIS = 25_000;
    private static final int SILENT_MILLIS = 28_000;
    private static final int REST_MILLIS = 45_000;
    private static final int END_MILLIS = 60_000;
    private static final Duration ANSWERING = Duration.ofSeconds(3);
    private static final double WORTH_COUNTING = 0.01;

    private final SplittableRandom random;
    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
    private final List<Tenant> tenants = new ArrayList<>();
    private final List<ModelNode> nodes = new ArrayList<>();
    private final Timeline messages = new Timeline();
    private final Map<String, Heard> heard = new TreeMap<>();
    private final int[] reportAt;
    private final int[] silentUntil;
    private final Map<String, Trend> trends = new TreeMap<>();
    private Policy policy = Policy.INITIAL;
    private Balance balance = Balance.NONE;
    private TermHolders kept = TermHolders.NONE;
    private long epoch = 1;
    private int now;

    /** At rest, the worst tenant's relative deviation from its weighted max-min share. */
    double error;

    /** At rest, the most that a disk left unused while a tenant that no limit throttled waited for it. */
    double wasted;

    /** The relative excess of the parts of a limit in force over it, at any time. */
    double above;

    /** At rest, how often a weight changed its direction. */
    int turns;

    /** How many coordinators were replaced. */
    int failovers;

    private record Heard(UsageReport report, int at) {}

    private static final class Trend {
        private double last;
        private int direction;

        Trend(double last) {
            this.last = last;
        }
    }

    private ClusterRun(long seed) {
        random = new SplittableRandom(seed);
        int count = 2 + random.nextInt(4);
        int tenantCount = 2 + random.nextInt(5);
        for (int i = 0; i < tenantCount; i++) {
            tenants.add(Tenant.named("t" + i));
            policy = policy.with(drawnTerms(tenants.get(i)));
        }
        for (int n = 0; n < count; n++) {
            double[] capacities = new double[1 + random.nextInt(2)];
            Arrays.setAll(capacities, unused -> (60 + random.nextInt(140)) * MB);
            nodes.add(new ModelNode("n" + n, capacities, tenants));
        }
        reportAt = new int[count];
        silentUntil = new int[count];
        Arrays.setAll(reportAt, unused -> random.nextInt(1_000));
        for (int i = 0; i < tenantCount; i++) {
            drawDemand(i);
        }
    }

    private TenantTerms drawnTerms(Tenant tenant) {
        Rate limit = random.nextInt(4) == 0
                ? Rate.ofBytesPerSecond((60 + random.nextInt(200)) * 1_000_000L)
                : Rate.UNLIMITED;
        Rate reservation =
                random.nextInt(6) == 0 ? Rate.ofBytesPerSecond((5 + random.nextInt(15)) * 1_000_000L) : Rate.ZERO;
        return new TenantTerms(tenant, 1 + random.nextInt(10), reservation, limit);
    }

    /** The placement of a tenant's data, and whether its demand is unlimited. */
    private void drawDemand(int tenant) {
        boolean bounded = random.nextInt(3) == 0;
        for (ModelNode node : nodes) {
            for (int v = 0; v < node.capacities.length; v++) {
                boolean none = random.nextInt(3) == 0;
                node.wants[tenant][v] = none ? 0 : bounded ? random.nextInt(50) * MB : Double.POSITIVE_INFINITY;
            }
        }
    }

    /** Simulates a cluster. */
    static ClusterRun of(long seed) {
        ClusterRun run = new ClusterRun(seed);
        for (run.now = 0; run.now < END_MILLIS; run.now += STEP_MILLIS) {
            run.step();
        }
        return run;
    }

    private void step() {
        if (now < CHURN_MILLIS && random.nextInt(15) == 0) {
            churn();
        }
        messages.runUntil(now * MILLI);
        for (ModelNode node : nodes) {
            node.expire(now, (int) BalanceSettings.DEFAULT.expiry().toMillis());
            node.divide(policy);
        }
        for (int n = 0; n < nodes.size(); n++) {
            if (now >= reportAt[n] && now >= silentUntil[n]) {
                report(nodes.get(n));
                reportAt[n] = now + 800 + random.nextInt(400);
            }
        }
        if (now % 1_000 == 0) {
            balance();
        }
        watchLimits();
        if (now >= REST_MILLIS) {
            watchRest();
        }
    }

    private void churn() {
        int n = random.nextInt(nodes.size());
        switch (random.nextInt(6)) {
            case 0 -> silentUntil[n] = Math.min(now + random.nextInt(20_000), SILENT_MILLIS);
            case 1 -> failOver();
            case 2 -> nodes.get(n).restart();
            case 3 -> {
                Tenant tenant = tenants.get(random.nextInt(tenants.size()));
                TenantTerms known = policy.terms(tenant).orElseThrow();
                policy = policy.with(
                        new TenantTerms(tenant, 1 + random.nextInt(10), known.reservation(), known.limit()));
            }
            default -> drawDemand(random.nextInt(tenants.size()));
        }
    }

    /** Another coordinator takes over, which inherited the set of nodes that may have terms. */
    private void failOver() {
        balance = Balance.after(kept);
        heard.clear();
        epoch++;
        failovers++;
    }

    /** Messages arrive up to 0.7 s later, overtake each other, or are lost. */
    private void send(Runnable arrival) {
        if (random.nextInt(20) > 0) {
            messages.after(random.nextInt(700) * MILLI, arrival);
        }
    }

    private void report(ModelNode node) {
        long to = epoch;
        UsageReport report = node.report(policy, epoch);
        int at = now;
        send(() -> {
            Heard before = heard.get(node.name);
            if (to == epoch && (before == null || before.at < at)) {
                heard.put(node.name, new Heard(report, at));
                node.answered(at);
            }
        });
    }

    private void balance() {
        List<NodeReport> reports = heard.values().stream()
                .map(each -> new NodeReport(
                        each.report, Duration.ofMillis(now - each.at), now - each.at < ANSWERING.toMillis()))
                .toList();
        long mine = epoch;
        balance = balancer.next(
                policy,
                ClusterDemand.of(reports, version -> version.epoch() == mine ? version.sequence() : 0),
                balance,
                now * MILLI);
        kept = balance.unheard().and(balance.reportedNodes());
        for (int n = 0; n < nodes.size(); n++) {
            ModelNode node = nodes.get(n);
            long serial = balance.serial(node.name);
            Heard last = heard.get(node.name);
            boolean confirmed = last != null && last.report.terms().equals(GrantVersion.of(epoch, serial));
            if (serial > 0 && !confirmed && now >= silentUntil[n]) {
                NodeTerms terms = balance.terms(node.name).orElseThrow().as(GrantVersion.of(epoch, serial));
                int to = n;
                send(() -> {
                    if (now >= silentUntil[to]) {
                        node.accept(terms);
                    }
                });
            }
        }
    }

    /** The parts of a limit in force, on nodes with terms of their own, never exceed it. */
    private void watchLimits() {
        for (int i = 0; i < tenants.size(); i++) {
            Rate limit = policy.terms(tenants.get(i)).orElseThrow().limit();
            if (limit.isUnlimited()) {
                continue;
            }
            double sum = 0;
            for (ModelNode node : nodes) {
                for (int v = 0; v < node.capacities.length; v++) {
                    Terms terms = node.terms(policy, i, v);
                    sum += node.terms == NodeTerms.NONE ? 0 : terms.limit().bytesPerSecond();
                }
            }
            Tenant tenant = tenants.get(i);
            double uncovered = balance.tenants().stream()
                    .filter(each -> each.tenant().equals(tenant))
                    .mapToDouble(each -> each.uncovered().bytesPerSecond())
                    .sum();
            above = Math.max(above, (sum - uncovered) / limit.bytesPerSecond() - 1);
        }
    }

    private void watchRest() {
        for (ModelNode node : nodes) {
            for (int v = 0; v < node.capacities.length; v++) {
                double given = 0;
                boolean waits = false;
                for (int i = 0; i < tenants.size(); i++) {
                    Terms terms = node.terms(policy, i, v);
                    double got = node.got[i][v];
                    given += got;
                    waits |= got < node.wants[i][v] - 1_000
                            && got < terms.limit().bytesPerSecond() - 2;
                    follow(node.name + " " + v + " " + i, terms.weight());
                }
                wasted = waits ? Math.max(wasted, 1 - given / node.capacities[v]) : wasted;
            }
        }
        if (now + STEP_MILLIS >= END_MILLIS) {
            error = Math.max(error, apart());
        }
    }

    private void follow(String what, double weight) {
        Trend trend = trends.computeIfAbsent(what, unused -> new Trend(weight));
        if (Math.abs(weight - trend.last) > WORTH_COUNTING * trend.last) {
            int direction = weight > trend.last ? 1 : -1;
            turns += direction == -trend.direction ? 1 : 0;
            trend.direction = direction;
            trend.last = weight;
        }
    }

    /** The relative deviation of the worst total from its target. */
    private double apart() {
        int count = tenants.size();
        double[] weights = new double[count];
        double[] reservations = new double[count];
        double[] limits = new double[count];
        int disks = nodes.stream().mapToInt(node -> node.capacities.length).sum();
        double[][] demands = new double[count][disks];
        double[] capacities = new double[disks];
        double[] totals = new double[count];
        for (int i = 0; i < count; i++) {
            TenantTerms terms = policy.terms(tenants.get(i)).orElseThrow();
            weights[i] = terms.priority();
            reservations[i] = terms.reservation().bytesPerSecond();
            limits[i] = terms.limit().isUnlimited()
                    ? Double.POSITIVE_INFINITY
                    : terms.limit().bytesPerSecond();
            int disk = 0;
            for (ModelNode node : nodes) {
                for (int v = 0; v < node.capacities.length; v++) {
                    capacities[disk] = node.capacities[v];
                    demands[i][disk] = Math.min(node.wants[i][v], node.capacities[v]);
                    totals[i] += node.got[i][v];
                    disk++;
                }
            }
        }
        ProgressiveFilling exact = new ProgressiveFilling(weights, reservations, limits, demands, capacities);
        if (!exact.honoursReservations()) {
            return 0;
        }
        double[] due = exact.totals();
        double all = Arrays.stream(capacities).sum();
        double worst = 0;
        for (int i = 0; i < count; i++) {
            double apart = Math.abs(totals[i] - due[i]);
            worst = Math.max(worst, apart <= 0.001 * all ? 0 : apart / due[i]);
        }
        return worst;
    }
}
