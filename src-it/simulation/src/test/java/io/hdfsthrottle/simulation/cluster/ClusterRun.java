package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.balance.TenantBalance;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.simulation.Figure;
import io.hdfsthrottle.simulation.Timeline;
import io.hdfsthrottle.simulation.cluster.Cluster.Node;
import io.hdfsthrottle.simulation.cluster.Cluster.Node.Disk;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One simulated cluster, drawn from a seed: 25 s in which demand moves, priorities change, nodes fall silent or restart
 * and coordinators are replaced, then 35 s in which nothing changes except that messages are late. Figures are of the
 * last 15 s; those of limits of all the time.
 */
public final class ClusterRun {
    private static final long MILLI = 1_000_000L;
    private static final int STEP_MILLIS = 100;
    private static final long EXPIRY_MILLIS = BalanceSettings.DEFAULT.expiry().toMillis();
    private static final int CHURN_MILLIS = 25_000;
    private static final int SILENT_MILLIS = 28_000;
    private static final int REST_MILLIS = 45_000;
    private static final int END_MILLIS = 60_000;

    private final SplittableRandom random;
    private final Cluster cluster;
    private final Timeline messages = new Timeline();
    private final Map<List<Object>, Trend> trends = new HashMap<>();
    private TermHolders kept = TermHolders.NONE;
    private int now;

    private double error;
    private double wasted;
    private double above;
    private int turns;
    private int failovers;

    private static final class Trend {
        private double last;
        private double direction;
    }

    /** How many of so many clusters keep their bars. */
    public static List<Figure> figures(int clusters) {
        LongStream seeds = LongStream.rangeClosed(1, clusters);
        List<ClusterRun> all = seeds.parallel().mapToObj(ClusterRun::new).toList();
        return List.of(
                // Some may still be moving at the end.
                count(all, "error at most 1 %", each -> each.error <= 0.01, 0.99),
                count(all, "error at most 0.1 %, or none", each -> each.error <= 0.001, 0.95),
                count(all, "no weight turns", each -> each.turns == 0, 0.99),
                count(all, "a limit's parts never above it", each -> each.above <= 0, 1),
                count(all, "no disk idles while a tenant waits", each -> each.wasted <= 0.001, 1),
                count(all, "coordinators replaced", each -> each.failovers > 0, 0.9));
    }

    private static Figure count(List<ClusterRun> all, String name, Predicate<ClusterRun> which, double part) {
        double count = (double) all.stream().filter(which).count();
        return Figure.atLeast(all.size() + " clusters", name, count, Math.floor(part * all.size()));
    }

    private ClusterRun(long seed) {
        random = new SplittableRandom(seed);
        int nodes = 2 + random.nextInt(4);
        int tenants = 2 + random.nextInt(5);
        cluster = new Cluster(IntStream.range(0, tenants).mapToObj(i -> "t" + i).toList());
        cluster.tenants.forEach(tenant -> cluster.policy = cluster.policy.with(drawnTerms(tenant)));
        for (int n = 0; n < nodes; n++) {
            double[] capacities = new double[1 + random.nextInt(2)];
            Arrays.setAll(capacities, unused -> (60 + random.nextInt(140)) * Cluster.MB);
            cluster.add(capacities);
        }
        cluster.nodes.forEach(node -> node.reportAt = random.nextInt(1_000));
        for (int i = 0; i < tenants; i++) {
            drawDemand(i);
        }
        for (now = 0; now < END_MILLIS; now += STEP_MILLIS) {
            step();
        }
        error = apart();
    }

    private TenantTerms drawnTerms(Tenant tenant) {
        Rate limit = random.nextInt(4) == 0 ? megabytes(60, 200) : Rate.UNLIMITED;
        Rate reservation = random.nextInt(6) == 0 ? megabytes(5, 15) : Rate.ZERO;
        return new TenantTerms(tenant, 1 + random.nextInt(10), reservation, limit);
    }

    private Rate megabytes(int least, int more) {
        return Rate.ofBytesPerSecond((least + random.nextInt(more)) * 1_000_000L);
    }

    /** The placement of a tenant's data, and whether its demand is unlimited. */
    private void drawDemand(int tenant) {
        boolean bounded = random.nextInt(3) == 0;
        for (Disk disk : cluster.disks) {
            boolean none = random.nextInt(3) == 0;
            disk.wants[tenant] = none ? 0 : bounded ? random.nextInt(50) * Cluster.MB : Double.POSITIVE_INFINITY;
        }
    }

    private void step() {
        if (now < CHURN_MILLIS && random.nextInt(15) == 0) {
            churn();
        }
        messages.runUntil(now * MILLI);
        cluster.nodes.forEach(node -> node.expire(now, EXPIRY_MILLIS));
        cluster.divide();
        for (Node node : cluster.nodes) {
            if (now >= node.reportAt && now >= node.silentUntil) {
                report(node);
                node.reportAt = now + 800 + random.nextInt(400);
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
        Node node = cluster.nodes.get(random.nextInt(cluster.nodes.size()));
        switch (random.nextInt(6)) {
            case 0 -> node.silentUntil = Math.min(now + random.nextInt(20_000), SILENT_MILLIS);
            case 1 -> {
                cluster.failOver(kept);
                cluster.nodes.forEach(each -> each.heard = null);
                failovers++;
            }
            case 2 -> node.terms = NodeTerms.NONE; // it restarts, with the policy's terms alone
            case 3 -> {
                TenantTerms known = cluster.terms(random.nextInt(cluster.tenants.size()));
                cluster.policy = cluster.policy.with(
                        new TenantTerms(known.tenant(), 1 + random.nextInt(10), known.reservation(), known.limit()));
            }
            default -> drawDemand(random.nextInt(cluster.tenants.size()));
        }
    }

    /** Messages arrive up to 0.7 s later, overtake each other, or are lost. */
    private void send(Runnable arrival) {
        if (random.nextInt(20) > 0) {
            messages.after(random.nextInt(700) * MILLI, arrival);
        }
    }

    private void report(Node node) {
        long to = cluster.epoch;
        UsageReport report = node.report();
        int at = now;
        send(() -> {
            if (to == cluster.epoch && (node.heard == null || node.heardAt < at)) {
                node.heard = report;
                node.heardAt = at;
                node.answered(at);
            }
        });
    }

    private void balance() {
        List<NodeReport> reports = cluster.nodes.stream()
                .filter(node -> node.heard != null)
                .map(node -> {
                    int age = now - node.heardAt;
                    return new NodeReport(node.heard, Duration.ofMillis(age), age < 3_000);
                })
                .toList();
        cluster.balance(Factors.NONE, cluster.demand(reports), now * MILLI);
        kept = cluster.balance.unheard().and(cluster.balance.reportedNodes());
        for (Node node : cluster.nodes) {
            cluster.terms(node).ifPresent(terms -> {
                boolean confirmed = node.heard != null && node.heard.terms().equals(terms.version());
                if (!confirmed && now >= node.silentUntil) {
                    send(() -> {
                        if (now >= node.silentUntil) {
                            node.accept(terms);
                        }
                    });
                }
            });
        }
    }

    /** The parts of a limit in force, on nodes with terms of their own, never exceed it. */
    private void watchLimits() {
        for (int i = 0; i < cluster.tenants.size(); i++) {
            int tenant = i;
            TenantTerms terms = cluster.terms(i);
            if (!terms.limit().isUnlimited()) {
                double sum = cluster.disks.stream()
                        .mapToDouble(disk -> disk.limit(tenant))
                        .sum();
                for (TenantBalance each : cluster.balance.tenants()) {
                    sum -= each.tenant().equals(terms.tenant())
                            ? each.uncovered().bytesPerSecond()
                            : 0;
                }
                above = Math.max(above, sum / terms.limit().bytesPerSecond() - 1);
            }
        }
    }

    private void watchRest() {
        for (Disk disk : cluster.disks) {
            boolean waits = false;
            for (int i = 0; i < disk.got.length; i++) {
                Terms terms = disk.terms(i);
                waits |= disk.waits(i) && disk.got[i] < terms.limit().bytesPerSecond() - 2;
                follow(trends.computeIfAbsent(List.of(disk, i), unused -> new Trend()), terms.weight());
            }
            double idle = 1 - Arrays.stream(disk.got).sum() / disk.capacity;
            wasted = waits ? Math.max(wasted, idle) : wasted;
        }
    }

    private void follow(Trend trend, double weight) {
        if (Math.abs(weight - trend.last) > 0.01 * trend.last) {
            double direction = trend.last == 0 ? 0 : Math.signum(weight - trend.last);
            turns += direction * trend.direction < 0 ? 1 : 0;
            trend.direction = direction;
            trend.last = weight;
        }
    }

    /** The relative deviation of the worst total from its target. */
    private double apart() {
        IntStream tenants = IntStream.range(0, cluster.tenants.size());
        List<TenantTerms> terms = tenants.mapToObj(cluster::terms).toList();
        ProgressiveFilling exact = new ProgressiveFilling(terms, cluster.disks);
        if (!exact.honoursReservations()) {
            return 0;
        }
        double[] due = exact.totals();
        double all = cluster.disks.stream().mapToDouble(disk -> disk.capacity).sum();
        return IntStream.range(0, due.length)
                .mapToDouble(i -> {
                    double apart = Math.abs(cluster.got(i) - due[i]);
                    return apart <= 0.001 * all ? 0 : apart / due[i];
                })
                .max()
                .orElseThrow();
    }
}
