package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.forecast.Accuracy;
import io.hdfsthrottle.coordinator.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.forecast.Forecaster;
import io.hdfsthrottle.coordinator.forecast.Forecasts;
import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.simulation.Timeline;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Simulates tenants that alternately read and compute on a cluster of two disks, in steps of 100 ms: nodes report each
 * second, the forecaster advances, the balancer decides, nodes divide. Forecasts are made in any case, and move weights
 * only if enabled.
 */
final class ForecastRun {
    private static final int DISKS = 2;
    private static final int STEPS = 10;

    private final Forecaster forecaster = new Forecaster(ForecastSettings.standard());
    private final boolean acts;
    private final EvenCluster cluster;
    private final List<Job> jobs;
    private Forecasts forecasts = Forecasts.NONE;
    private double seconds;
    private double moved;
    private double influenced;

    /** One tenant's endless job. */
    static final class Job {
        private final String name;
        private final double reads;
        private final double computes;
        private final double spread;
        private final SplittableRandom random;
        private double left;
        private double rest;
        private double bytes;
        private int rounds;
        private double lately;
        private boolean waited;
        private boolean wanted;

        /**
         * Creates a job.
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

        private void got(double some) {
            bytes += some;
            lately += some;
            if (rest > 0) {
                rest -= 1.0 / STEPS;
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
        this.cluster = new EvenCluster(jobs.stream().map(job -> job.name).toList(), DISKS);
    }

    /** Learns for some seconds, and measures for some more. */
    ForecastRun run(int learns, int measures) {
        seconds = measures;
        for (int second = 0; second < learns + measures; second++) {
            if (second == learns) {
                moved = 0;
                influenced = 0;
                jobs.forEach(job -> {
                    job.bytes = 0;
                    job.rounds = 0;
                });
            }
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            report(second * Timeline.SECOND);
        }
        return this;
    }

    private void step() {
        for (int i = 0; i < jobs.size(); i++) {
            double wants = jobs.get(i).left * STEPS / DISKS;
            cluster.demand(i, wants);
            jobs.get(i).wanted |= wants > 0;
        }
        cluster.divide();
        for (int i = 0; i < jobs.size(); i++) {
            for (ModelNode node : cluster.nodes) {
                jobs.get(i).waited |= node.got[i][0] < Math.min(node.wants[i][0], EvenCluster.DISK) - EvenCluster.MB;
            }
            double bytes = cluster.got(i) / STEPS;
            moved += bytes;
            jobs.get(i).got(bytes);
        }
    }

    private void report(long nanos) {
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i);
            double rate = job.lately / DISKS;
            for (ModelNode node : cluster.nodes) {
                node.got[i][0] = rate;
            }
            cluster.demand(i, job.waited ? Double.POSITIVE_INFINITY : job.wanted ? rate : 0);
            job.lately = 0;
            job.waited = false;
            job.wanted = false;
        }
        ClusterDemand demand = cluster.reported();
        forecasts = forecaster.next(cluster.policy, demand, nanos);
        Factors factors = Factors.of(forecasts.factors());
        influenced += factors.equals(Factors.NONE) ? 0 : 1;
        cluster.balance(acts ? factors : Factors.NONE, demand, nanos);
    }

    /** The unused fraction of the disks' capacity. */
    double idle() {
        return 1 - throughput() / (EvenCluster.DISK * DISKS);
    }

    /** The total throughput, in bytes per second. */
    double throughput() {
        return moved / seconds;
    }

    /** The fraction of seconds in which a factor was not 1. */
    double influenced() {
        return influenced / seconds;
    }

    /** The final quality of forecasts of a kind, relative to naive ones: the mean skill. */
    double skill(Function<TenantForecast, Accuracy> kind) {
        return forecasts.skill(kind);
    }

    Job job(int index) {
        return jobs.get(index);
    }
}
