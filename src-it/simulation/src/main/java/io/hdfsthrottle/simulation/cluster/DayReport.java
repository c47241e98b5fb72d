package io.hdfsthrottle.simulation.cluster;

import static io.hdfsthrottle.simulation.cluster.EvenCluster.MB;

import io.hdfsthrottle.coordinator.credit.Level;
import io.hdfsthrottle.coordinator.slot.AppointmentRequest;
import io.hdfsthrottle.coordinator.slot.Decision;
import io.hdfsthrottle.simulation.Figure;
import io.hdfsthrottle.simulation.cluster.DayRun.Acting;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures of days with and without history, of yielding tenants and of appointments. */
public final class DayReport {
    private static final int SEEDS = 3;
    private static final List<String> TENANTS = List.of("always", "long", "short", "seldom");

    /** The mean time that a tenant works and rests at a time, in minutes; the first one always works. */
    private static final int[] WORKS = {0, 120, 40, 30};

    private static final int[] RESTS = {0, 120, 80, 150};

    /** The least improvement of a day's evenness by history. */
    private static final double BETTER = 0.05;

    /** The least reduction of each job's reading time by hints; the last one may read longer by that. */
    private static final double[] SHORTER = {0.29, 0.38, 0.13, -0.01};

    private DayReport() {}

    public static List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .boxed()
                .flatMap(DayReport::history)
                .toList());
        for (Level level : Level.values()) {
            figures.addAll(Repayment.of(level));
        }
        hints(figures);
        appointments(figures);
        return figures;
    }

    private static Stream<Figure> history(long seed) {
        DayRun off = day(seed, Acting.NOTHING);
        DayRun on = day(seed, Acting.HISTORY);
        String of = "a day with history, seed " + seed;
        return Stream.of(
                Figure.atLeast(of, "mean index", on.meanFairness(), off.meanFairness() + BETTER),
                Figure.atLeast(of, "index of the day", on.fairnessOfTheDay(), off.fairnessOfTheDay() + BETTER),
                Figure.atLeast(of, "throughput of that without", on.all() / off.all(), 0.999),
                // Who always reads gives to all others.
                Figure.atMost(of, "`always`, of its bytes without", on.bytes(0) / off.bytes(0), 0.9),
                Figure.atLeast(of, "`long`", on.bytes(1) / off.bytes(1), 1.05),
                Figure.atLeast(of, "`short`", on.bytes(2) / off.bytes(2), 1.2),
                Figure.atLeast(of, "`seldom`", on.bytes(3) / off.bytes(3), 1.3));
    }

    private static DayRun day(long seed, Acting acting) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] until = new int[TENANTS.size()];
        boolean[] works = new boolean[TENANTS.size()];
        return new DayRun(TENANTS, acting).run(DayRun.DAY, (second, run) -> {
            if (second == 0) {
                run.demand(0, Double.POSITIVE_INFINITY);
            }
            for (int tenant = 1; tenant < until.length; tenant++) {
                if (second >= until[tenant]) {
                    works[tenant] = second > 0 && !works[tenant];
                    int mean = (works[tenant] ? WORKS : RESTS)[tenant] * 60;
                    until[tenant] = second + mean / 2 + random.nextInt(mean);
                    run.demand(tenant, works[tenant] ? Double.POSITIVE_INFINITY : 0);
                }
            }
        });
    }

    private static void hints(List<Figure> figures) {
        Hints none = Hints.of(false, false);
        for (boolean yields : new boolean[] {false, true}) {
            Hints hints = Hints.of(true, yields);
            String of = yields ? "appointments, and the count yields `low`" : "appointments";
            for (int job = 0; job < SHORTER.length; job++) {
                double shorter =
                        1 - (double) hints.seconds().get(job) / none.seconds().get(job);
                double least = yields ? SHORTER[job] : Math.min(SHORTER[job], job < 2 ? 1 : -0.01);
                figures.add(Figure.atLeast(of, Hints.JOBS.get(job) + " shorter by", shorter, least));
            }
            figures.add(Figure.atMost(of, "load done after, s", hints.loaded(), Hints.DEADLINE));
            figures.add(Figure.atLeast(of, "credits", hints.credits(), yields ? 100 : 0));
        }
    }

    /** One makes appointments constantly for an hour: what it gets beyond its share is returned. */
    private static void appointments(List<Figure> figures) {
        DayRun run = DayRun.greedy(Acting.SLOTS).run(DayRun.HOUR, (second, now) -> {
            AppointmentRequest wish =
                    AppointmentRequest.of("greedy", now.tenant(0), 100_000_000_000L, "5m", null, false);
            Decision decision = now.slots.request(wish, false);
            if (decision instanceof Decision.Refused refused && refused.reason() == Decision.Reason.OFF) {
                throw new IllegalStateException(refused.sentence());
            }
        });
        String of = "appointment after appointment, of a fair share of " + DayRun.fair() / MB + " MB/s";
        double fair = DayRun.fair() * DayRun.HOUR;
        double least = Math.min(run.bytes(1), Math.min(run.bytes(2), run.bytes(3)));
        figures.add(Figure.atMost(of, "its own", run.bytes(0) / fair, 1.05));
        figures.add(Figure.atLeast(of, "the least of others", least / fair, 0.95));
    }
}
