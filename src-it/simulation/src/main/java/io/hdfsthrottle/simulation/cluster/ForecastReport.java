package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.simulation.cluster.ForecastRun.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** The figures of clusters with and without forecasts, as text. */
final class ForecastReport {
    static final int SEEDS = 3;

    private static final int LEARNS = 600;
    private static final int MEASURES = 1_200;
    private static final double MB = ForecastRun.MB;

    /** The least reduction of the disks' idle time, in the mean of seeds, as a fraction. */
    private static final double LESS_IDLE = 0.4;

    /** The least reduction of a round's time, of the job beside a heavy neighbour. */
    private static final double SHORTER = 0.1;

    /** The most that the neighbour, or throughput, may lose. */
    private static final double EVEN = 0.03;

    private final List<Pair> turns;
    private final List<Pair> neighbours;
    private final List<Pair> noises;

    /** The same without and with forecasts. */
    private record Pair(long seed, ForecastRun off, ForecastRun on) {
        static List<Pair> of(LongFunction<List<Job>> jobs) {
            return LongStream.rangeClosed(1, SEEDS)
                    .parallel()
                    .mapToObj(seed -> new Pair(
                            seed,
                            new ForecastRun(jobs.apply(seed), false).run(LEARNS, MEASURES),
                            new ForecastRun(jobs.apply(seed), true).run(LEARNS, MEASURES)))
                    .toList();
        }

        /** The reduction of the first job's time per round. */
        double shorter() {
            return 1 - off.job(0).rounds() / (double) on.job(0).rounds();
        }
    }

    private ForecastReport(List<Pair> turns, List<Pair> neighbours, List<Pair> noises) {
        this.turns = turns;
        this.neighbours = neighbours;
        this.noises = noises;
    }

    static ForecastReport whole() {
        return new ForecastReport(
                Pair.of(ForecastReport::alternating),
                Pair.of(ForecastReport::heavyNeighbour),
                Pair.of(ForecastReport::noise));
    }

    private static List<Job> alternating(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return List.of(
                new Job("one", 1_200 * MB, 6, 0.1, random.split()), new Job("two", 1_200 * MB, 6, 0.1, random.split()));
    }

    private static List<Job> heavyNeighbour(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return List.of(
                new Job("job", 900 * MB, 9, 0.2, random.split()),
                new Job("heavy", Double.POSITIVE_INFINITY, 0, 0, random.split()));
    }

    private static List<Job> noise(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return List.of(
                new Job("a", 2_000 * MB, 12, 1, random.split()),
                new Job("b", 1_000 * MB, 6, 1, random.split()),
                new Job("c", 500 * MB, 3, 1, random.split()));
    }

    /** All missed bars, in words. */
    List<String> misses() {
        List<String> misses = new ArrayList<>();
        double off = turns.stream().mapToDouble(each -> each.off.idle()).sum();
        double on = turns.stream().mapToDouble(each -> each.on.idle()).sum();
        if (on > off * (1 - LESS_IDLE)) {
            misses.add("disks idle " + on / SEEDS + " with turns, and " + off / SEEDS + " without");
        }
        for (Pair each : turns) {
            double share = each.on.job(0).bytes() / (each.on.throughput() * MEASURES);
            if (Math.abs(share - 0.5) > EVEN / 2) {
                misses.add("seed " + each.seed + ": turns are not even, " + share);
            }
        }
        for (Pair each : neighbours) {
            if (each.shorter() < SHORTER) {
                misses.add("seed " + each.seed + ": beside the heavy neighbour only shorter by " + each.shorter());
            }
        }
        for (Pair each : noises) {
            if (each.on.throughput() < each.off.throughput() * (1 - EVEN)) {
                misses.add("seed " + each.seed + ": forecasts cost throughput");
            }
        }
        return misses;
    }

    String text() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, """
                # Forecasts in simulation

                Written by `ForecastReportTest`, which keeps it true. Forecaster and balancer are the production classes with their default settings;
                %d nodes with a disk of %.0f MB/s each are models that divide exactly by the terms that they heard. Tenants have the same priority. %d
                minutes are learned from, and %d minutes measured. *Skill*: how much smaller the error of a forecast is than that of the better naive one,
                at the end: of the next second, of the mean of the next 15 s, of each of them. *Influenced*: in which part of all seconds a forecast
                moved, or would have moved, a weight.

                ## By turns

                Two tenants begin together; each reads 1,200 MB and computes 6 s, both drawn 10 %% up or down.

                | seed | forecasts | disks idle, %% | one, rounds | two, rounds | influenced, %% | skill |
                |---|---|---|---|---|---|---|
                """, ForecastRun.DISKS, ForecastRun.DISK / MB, LEARNS / 60, MEASURES / 60));
        lines(text, turns);
        text.append(String.format(Locale.ROOT, """

                Bars: in the mean of seeds disks idle less by %.0f %%, and bytes are even within %.0f %%.

                ## Beside a heavy neighbour

                `job` reads 900 MB and computes 9 s, both drawn 20 %% up or down; the other reads all the time.

                | seed | forecasts | disks idle, %% | job, rounds | heavy, GB | influenced, %% | skill | a round shorter by, %% |
                |---|---|---|---|---|---|---|---|
                """, 100 * LESS_IDLE, 100 * EVEN));
        for (Pair each : neighbours) {
            neighbour(text, each, each.off, "off");
            neighbour(text, each, each.on, "on");
        }
        text.append(String.format(Locale.ROOT, """

                Bar: a round is shorter by %.0f %%.

                ## What is drawn from nothing to twice as much

                Three tenants read 2,000, 1,000 and 500 MB and compute 12, 6 and 3 s in the mean.

                | seed | forecasts | disks idle, %% | a, rounds | b, rounds | influenced, %% | skill |
                |---|---|---|---|---|---|---|
                """, 100 * SHORTER));
        lines(text, noises);
        text.append(String.format(Locale.ROOT, "%nBar: throughput is not less by more than %.0f %%.%n", 100 * EVEN));
        return text.toString();
    }

    private static void lines(StringBuilder text, List<Pair> pairs) {
        for (Pair each : pairs) {
            line(text, each.seed, "off", each.off);
            line(text, each.seed, "on", each.on);
        }
    }

    private static void line(StringBuilder text, long seed, String forecasts, ForecastRun run) {
        text.append(String.format(
                Locale.ROOT,
                "| %d | %s | %.1f | %d | %d | %.0f | %s |%n",
                seed,
                forecasts,
                100 * run.idle(),
                run.job(0).rounds(),
                run.job(1).rounds(),
                100 * run.influenced(),
                skill(run)));
    }

    private static void neighbour(StringBuilder text, Pair pair, ForecastRun run, String forecasts) {
        text.append(String.format(
                Locale.ROOT,
                "| %d | %s | %.1f | %d | %.0f | %.0f | %s | %s |%n",
                pair.seed,
                forecasts,
                100 * run.idle(),
                run.job(0).rounds(),
                run.job(1).bytes() / 1e9,
                100 * run.influenced(),
                skill(run),
                run == pair.on ? String.format(Locale.ROOT, "%.1f", 100 * pair.shorter()) : ""));
    }

    private static String skill(ForecastRun run) {
        return String.format(
                Locale.ROOT,
                "%.2f, %.2f, %.2f",
                run.skill(TenantForecast::ofNext),
                run.skill(TenantForecast::ofStretch),
                run.skill(TenantForecast::ofAhead));
    }
}
