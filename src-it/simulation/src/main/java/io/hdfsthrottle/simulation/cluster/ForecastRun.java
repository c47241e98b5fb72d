package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.forecast.Accuracy;
import io.hdfsthrottle.coordinator.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.forecast.Forecaster;
import io.hdfsthrottle.coordinator.forecast.Forecasts;
import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Simulates tenants that alternately read and compute on a cluster of two disks, in steps of 100 ms: nodes report each
 * second, the forecaster advances, the balancer decides, nodes divide. Forecasts are made in any case, and move weights
 * only if enabled.
 */
final class ForecastRun {
    static final double MB = 1e6;
    static final double DISK = 150 * MB;
    static final int DISKS = 2;

    private static final int STEPS = 10;
    private static final long NANOS = 1_000_000_000L;

    private final Balancer balancer = new Balancer(BalanceSettings.DEFAULT);
    private final Forecaster forecaster = new Forecaster(ForecastSettings.standard());
    private final boolean acts;
    private final List<ModelNode> nodes = new ArrayList<>();
    private final List<Tenant> tenants = new ArrayList<>();
    private final List<Job> jobs;
    private final Policy policy;
    private Balance balance = Balance.NONE;
    private Forecasts forecasts = Forecasts.NONE;
    private double idle;
    private double counted;
    private double moved;
    private double influenced;

    /** One tenant's job. */
    static final class Job {
        final String name;
        private final double reads;
        private final double computes;
        private final double spread;
        private final SplittableRandom random;
        private double left;
        private double rest;
        private double bytes;
        private int rounds;

        /**
         * An endless job.
         *
         * @param reads the mean bytes of one reading phase; infinite for constant reading
         * @param computes the mean seconds of one computing phase
         * @param spread the relative variation of both
         */
        Job(String name, double reads, double computes, double spread, SplittableRandom random) {
            this.name = name;
            this.reads = reads;
            this.computes = computes;
            this.spread = spread;
            this.random = random;
            this.left = drawn(reads);
        }

        private double drawn(double mean) {
            return mean * (1 + spread * (2 * random.nextDouble() - 1));
        }

        private void got(double some, double seconds) {
            bytes += some;
            if (rest > 0) {
                rest -= seconds;
                left = rest > 0 ? 0 : drawn(reads);
            } else {
                left -= some;
                if (left < 1) {
                    left = 0;
                    rest = drawn(computes);
                    rounds++;
                }
            }
        }

        /** The bytes that it got since the measurement began. */
        double bytes() {
            return bytes;
        }

        /** The number of its rounds since then. */
        int rounds() {
            return rounds;
        }
    }

    ForecastRun(List<Job> jobs, boolean acts) {
        this.jobs = jobs;
        this.acts = acts;
        Policy all = Policy.INITIAL;
        for (Job job : jobs) {
            Tenant tenant = Tenant.named(job.name);
            tenants.add(tenant);
            all = all.with(TenantTerms.of(tenant, 1));
        }
        policy = all;
        for (int n = 0; n < DISKS; n++) {
            nodes.add(new ModelNode("n" + n, new double[] {DISK}, tenants));
        }
    }

    /** Learns for some seconds, and measures for some more. */
    ForecastRun run(int learns, int seconds) {
        for (int second = 0; second < learns + seconds; second++) {
            if (second == learns) {
                idle = 0;
                counted = 0;
                moved = 0;
                influenced = 0;
                jobs.forEach(job -> {
                    job.bytes = 0;
                    job.rounds = 0;
                });
            }
            double[] got = new double[jobs.size()];
            boolean[] held = new boolean[jobs.size()];
            boolean[] seen = new boolean[jobs.size()];
            for (int step = 0; step < STEPS; step++) {
                step(got, held, seen);
            }
            report(second, got, held, seen);
        }
        return this;
    }

    private void step(double[] got, boolean[] held, boolean[] seen) {
        for (int i = 0; i < jobs.size(); i++) {
            double wants = jobs.get(i).left * STEPS / DISKS;
            for (ModelNode node : nodes) {
                Arrays.fill(node.wants[i], wants);
            }
            seen[i] |= wants > 0;
        }
        double all = 0;
        for (ModelNode node : nodes) {
            node.divide(policy);
        }
        for (int i = 0; i < jobs.size(); i++) {
            double bytes = 0;
            for (ModelNode node : nodes) {
                bytes += node.got[i][0] / STEPS;
                held[i] |= node.got[i][0] < Math.min(node.wants[i][0], DISK) - MB;
            }
            got[i] += bytes;
            all += bytes;
            jobs.get(i).got(bytes, 1.0 / STEPS);
        }
        counted += 1.0 / STEPS;
        moved += all;
        idle += (1 - all * STEPS / (DISK * DISKS)) / STEPS;
    }

    private void report(int second, double[] got, boolean[] held, boolean[] seen) {
        for (ModelNode node : nodes) {
            for (int i = 0; i < jobs.size(); i++) {
                node.got[i][0] = got[i] / DISKS;
                node.wants[i][0] = held[i] ? Double.POSITIVE_INFINITY : seen[i] ? got[i] / DISKS : 0;
            }
        }
        List<NodeReport> reports = nodes.stream()
                .map(node -> new NodeReport(node.report(policy, 1), Duration.ZERO, true))
                .toList();
        ClusterDemand demand = ClusterDemand.of(reports, version -> version.epoch() == 1 ? version.sequence() : 0);
        forecasts = forecaster.next(policy, demand, second * NANOS);
        Factors factors = Factors.of(forecasts.factors());
        influenced += factors.equals(Factors.NONE) ? 0 : 1;
        balance = balancer.next(policy, acts ? factors : Factors.NONE, demand, balance, second * NANOS);
        for (ModelNode node : nodes) {
            balance.terms(node.name)
                    .ifPresent(terms -> node.accept(terms.as(GrantVersion.of(1, balance.serial(node.name)))));
        }
    }

    /** The unused fraction of the disks' capacity. */
    double idle() {
        return idle / counted;
    }

    /** The total throughput, in bytes per second. */
    double throughput() {
        return moved / counted;
    }

    /** The fraction of seconds in which a factor was not 1. */
    double influenced() {
        return influenced / counted;
    }

    /** The final quality of forecasts of a kind, relative to naive ones: the mean skill. */
    double skill(Function<TenantForecast, Accuracy> kind) {
        return forecasts.skill(kind);
    }

    Job job(int index) {
        return jobs.get(index);
    }
}
