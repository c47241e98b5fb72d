package io.hdfsthrottle.simulation.cluster;

import static io.hdfsthrottle.simulation.cluster.Cluster.MB;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.feature.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.feature.forecast.Forecaster;
import io.hdfsthrottle.coordinator.feature.forecast.Forecasts;
import io.hdfsthrottle.coordinator.feature.forecast.TenantForecast;
import io.hdfsthrottle.simulation.Figure;
import io.hdfsthrottle.simulation.Timeline;
import io.hdfsthrottle.simulation.cluster.Cluster.Node.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The figures of a cluster of two disks with and without forecasts: tenants alternately read and compute, in steps of
 * 100 ms; nodes report each second, the forecaster advances, the balancer decides, nodes divide.
 */
public final class ForecastReport {
    private static final int DISKS = 2;
    private static final int STEPS = 10;
    private static final int LEARNS = 600;
    private static final int MEASURES = 1_200;
    private static final String SKILL = "skill of the next second";

    private ForecastReport() {}

    /** The figures of two tenants that read in step, for so many seeds. */
    public static List<Figure> turns(int seeds) {
        String of = "two by turns";
        List<Pair> turns = Pair.of(of, seeds, new Habit("one", 1_200, 6, 0.1), new Habit("two", 1_200, 6, 0.1));
        List<Figure> figures = figures(turns, 0.2, 0.5);
        double off = turns.stream().mapToDouble(each -> each.off.idle()).sum();
        double on = turns.stream().mapToDouble(each -> each.on.idle()).sum();
        figures.add(Figure.atMost(of, "idle, of that without", on / off, 0.65));
        for (Pair each : turns) {
            double share = each.on.jobs.get(0).bytes / each.on.moved;
            figures.add(new Figure(each.of, "share of one", share, 0.485, 0.515));
        }
        return figures;
    }

    /** The figures of all others. */
    public static List<Figure> others(int seeds) {
        Habit heavy = new Habit("heavy", Double.POSITIVE_INFINITY, 0, 0);
        List<Pair> neighbours = Pair.of("beside a heavy neighbour", seeds, new Habit("job", 900, 9, 0.2), heavy);
        List<Figure> figures = figures(neighbours, 0.3, 0.5);
        for (Pair each : neighbours) {
            double longer = each.off.jobs.get(0).rounds / (double) each.on.jobs.get(0).rounds;
            figures.add(Figure.atLeast(each.of, "a round shorter by", 1 - longer, 0.1));
        }
        Habit[] drawn = {new Habit("a", 2_000, 12, 1), new Habit("b", 1_000, 6, 1), new Habit("c", 500, 3, 1)};
        figures.addAll(figures(Pair.of("drawn from nothing to twice as much", seeds, drawn), 0.05, 0.35));
        return figures;
    }

    /**
     * Skill: by how much an error is less than that of the better naive forecast. Influenced: the part of the time in
     * which a weight is not the usual one, which is less the seldomer classes come true.
     */
    private static List<Figure> figures(List<Pair> pairs, double leastSkill, double influenced) {
        List<Figure> figures = new ArrayList<>();
        for (Pair each : pairs) {
            Run on = each.on;
            Forecasts told = on.forecasts;
            figures.add(Figure.atLeast(each.of, "disks idle without", each.off.idle(), 0));
            figures.add(Figure.atLeast(each.of, "disks idle", on.idle(), 0));
            figures.add(Figure.atLeast(each.of, "influenced", on.influenced / MEASURES, influenced));
            figures.add(Figure.atLeast(each.of, SKILL, told.skill(TenantForecast::ofNext), leastSkill));
            figures.add(Figure.atLeast(each.of, "of the mean of 15 s", told.skill(TenantForecast::ofStretch), 0.15));
            figures.add(Figure.atLeast(each.of, "of each of 15 s", told.skill(TenantForecast::ofAhead), -0.01));
            figures.add(Figure.atLeast(each.of, "throughput of that without", on.moved / each.off.moved, 0.97));
        }
        return figures;
    }

    private record Pair(String of, Run off, Run on) {
        static List<Pair> of(String name, int seeds, Habit... habits) {
            return LongStream.rangeClosed(1, seeds)
                    .parallel()
                    .mapToObj(seed -> new Pair(
                            name + ", seed " + seed, new Run(seed, false, habits), new Run(seed, true, habits)))
                    .toList();
        }
    }

    /** A tenant that reads so many megabytes, or without end, then computes for seconds; the spread varies both. */
    private record Habit(String name, double reads, double computes, double spread) {}

    private static final class Job {
        private final Habit habit;
        private final SplittableRandom random;
        private double left;
        private double rest;
        private double bytes;
        private int rounds;
        private double lately;
        private boolean waited;
        private boolean wanted;

        Job(Habit habit, SplittableRandom random) {
            this.habit = habit;
            this.random = random;
            this.left = drawn(habit.reads * MB);
        }

        private double drawn(double mean) {
            return mean * (1 + habit.spread * (2 * random.nextDouble() - 1));
        }

        private void got(double some) {
            bytes += some;
            lately += some;
            if (rest > 0) {
                rest -= 1.0 / STEPS;
                left = rest > 0 ? 0 : drawn(habit.reads * MB);
                return;
            }
            left -= some;
            if (left < 1) {
                left = 0;
                rest = drawn(habit.computes);
                rounds++;
            }
        }
    }

    /** Learns for ten minutes, and measures for twenty. */
    private static final class Run {
        private final Forecaster forecaster = new Forecaster(ForecastSettings.standard());
        private final boolean acts;
        private final Cluster cluster;
        private final List<Job> jobs;
        private Forecasts forecasts = Forecasts.NONE;
        private double moved;
        private double influenced;

        Run(long seed, boolean acts, Habit... habits) {
            this.acts = acts;
            SplittableRandom random = new SplittableRandom(seed);
            jobs = Stream.of(habits).map(each -> new Job(each, random.split())).toList();
            cluster = Cluster.even(Stream.of(habits).map(Habit::name).toList(), DISKS);
            for (int second = 0; second < LEARNS + MEASURES; second++) {
                if (second == LEARNS) {
                    moved = 0;
                    influenced = 0;
                    jobs.forEach(job -> job.bytes = job.rounds = 0);
                }
                for (int step = 0; step < STEPS; step++) {
                    step();
                }
                report(second * Timeline.SECOND);
            }
        }

        private void step() {
            for (int i = 0; i < jobs.size(); i++) {
                double wants = jobs.get(i).left * STEPS / DISKS;
                cluster.demand(i, wants);
                jobs.get(i).wanted |= wants > 0;
            }
            cluster.divide();
            for (int i = 0; i < jobs.size(); i++) {
                for (Disk disk : cluster.disks) {
                    jobs.get(i).waited |= disk.got[i] < Math.min(disk.wants[i], Cluster.DISK) - MB;
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
                for (Disk disk : cluster.disks) {
                    disk.got[i] = rate;
                }
                cluster.demand(i, job.waited ? Double.POSITIVE_INFINITY : job.wanted ? rate : 0);
                job.lately = 0;
                job.waited = false;
                job.wanted = false;
            }
            ClusterDemand demand = cluster.reported();
            forecasts = acts ? forecaster.next(cluster.policy, demand, Map.of(), nanos) : forecasts;
            Factors factors = Factors.of(forecasts.factors());
            influenced += factors.equals(Factors.NONE) ? 0 : 1;
            cluster.balanceAndSend(factors, demand, nanos);
        }

        private double idle() {
            return 1 - moved / MEASURES / (Cluster.DISK * DISKS);
        }
    }
}
