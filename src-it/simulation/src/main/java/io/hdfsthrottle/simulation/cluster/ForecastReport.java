package io.hdfsthrottle.simulation.cluster;

import static io.hdfsthrottle.simulation.cluster.EvenCluster.MB;

import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.simulation.Figure;
import io.hdfsthrottle.simulation.cluster.ForecastRun.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The figures of clusters with and without forecasts. */
public final class ForecastReport {
    private static final int SEEDS = 3;
    private static final int LEARNS = 600;
    private static final int MEASURES = 1_200;

    private ForecastReport() {}

    /** The same without and with forecasts. */
    private record Pair(String of, ForecastRun off, ForecastRun on) {
        static List<Pair> of(String name, Function<SplittableRandom, List<Job>> jobs) {
            return LongStream.rangeClosed(1, SEEDS)
                    .parallel()
                    .mapToObj(seed -> new Pair(
                            name + ", seed " + seed,
                            new ForecastRun(jobs.apply(new SplittableRandom(seed)), false).run(LEARNS, MEASURES),
                            new ForecastRun(jobs.apply(new SplittableRandom(seed)), true).run(LEARNS, MEASURES)))
                    .toList();
        }

        /** Skill: by how much an error is less than that of the better naive forecast. */
        void addTo(List<Figure> figures, double leastSkill) {
            figures.add(Figure.atLeast(of, "disks idle without", off.idle(), 0));
            figures.add(Figure.atLeast(of, "disks idle", on.idle(), 0));
            figures.add(Figure.atLeast(of, "influenced", on.influenced(), 0.5));
            figures.add(Figure.atLeast(of, "skill of the next second", on.skill(TenantForecast::ofNext), leastSkill));
            figures.add(Figure.atLeast(of, "of the mean of 15 s", on.skill(TenantForecast::ofStretch), 0.15));
            figures.add(Figure.atLeast(of, "of each of 15 s", on.skill(TenantForecast::ofAhead), 0));
            figures.add(Figure.atLeast(of, "throughput of that without", on.throughput() / off.throughput(), 0.97));
        }
    }

    public static List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        List<Pair> turns = Pair.of(
                "two by turns",
                random -> List.of(
                        new Job("one", 1_200 * MB, 6, 0.1, random.split()),
                        new Job("two", 1_200 * MB, 6, 0.1, random.split())));
        double off = turns.stream().mapToDouble(each -> each.off.idle()).sum();
        double on = turns.stream().mapToDouble(each -> each.on.idle()).sum();
        figures.add(Figure.atMost("two by turns", "idle, of that without", on / off, 0.6));
        for (Pair each : turns) {
            each.addTo(figures, 0.2);
            double share = each.on.job(0).bytes() / (each.on.throughput() * MEASURES);
            figures.add(new Figure(each.of, "share of one", share, 0.485, 0.515));
        }
        List<Pair> neighbours = Pair.of(
                "beside a heavy neighbour",
                random -> List.of(
                        new Job("job", 900 * MB, 9, 0.2, random.split()),
                        new Job("heavy", Double.POSITIVE_INFINITY, 0, 0, random.split())));
        for (Pair each : neighbours) {
            each.addTo(figures, 0.3);
            double shorter =
                    1 - each.off.job(0).rounds() / (double) each.on.job(0).rounds();
            figures.add(Figure.atLeast(each.of, "a round shorter by", shorter, 0.1));
        }
        Pair.of(
                        "drawn from nothing to twice as much",
                        random -> List.of(
                                new Job("a", 2_000 * MB, 12, 1, random.split()),
                                new Job("b", 1_000 * MB, 6, 1, random.split()),
                                new Job("c", 500 * MB, 3, 1, random.split())))
                .forEach(each -> each.addTo(figures, 0.05));
        return figures;
    }
}
