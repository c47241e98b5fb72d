package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.feature.appointment.AppointmentRequest;
import io.hdfsthrottle.coordinator.feature.appointment.Decision;
import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.feature.credit.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.credit.Level;
import io.hdfsthrottle.coordinator.feature.credit.YieldRequest;
import io.hdfsthrottle.simulation.Figure;
import io.hdfsthrottle.simulation.cluster.DayRun.Acting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The figures of days with and without history, of yielding tenants and of appointments. */
public final class DayReport {
    private static final List<String> TENANTS = List.of("always", "long", "short", "seldom");

    /** The mean time that a tenant works and rests at a time, in minutes; the first one always works. */
    private static final int[] WORKS = {0, 120, 40, 30};

    private static final int[] RESTS = {0, 120, 80, 150};

    private static final int YIELDS_HOURS = 4;

    /** Jobs that begin to read together; with hints, the first two make appointments, and the last one yields. */
    private static final List<String> JOBS = List.of("checksum", "load", "grep", "count");

    /** 200 MB, 500 MB, 3 GB and 12 GB of a disk of 100 MB/s, scaled to the capacity of these disks. */
    private static final double[] BYTES = {900e6, 2_250e6, 13_500e6, 54_000e6};

    /** The least reduction of each job's reading time by hints; the last one may read longer by that. */
    private static final double[] SHORTER = {0.29, 0.38, 0.13, -0.01};

    private static final int DEADLINE = 20;

    /** All nodes have reported to the coordinator by then. */
    private static final int BEGIN = 10;

    private static final int LONGEST = 400;

    /** Rates are whole bytes a second: a completed read may leave this many bytes. */
    private static final double NOTHING = 1_000;

    private DayReport() {}

    /** The figures of history, for so many seeds. */
    public static List<Figure> history(int seeds) {
        LongStream all = LongStream.rangeClosed(1, seeds);
        return all.parallel().boxed().flatMap(DayReport::history).toList();
    }

    private static Stream<Figure> history(long seed) {
        DayRun off = day(seed, Set.of());
        DayRun on = day(seed, Set.of(Acting.HISTORY));
        double[] times = new double[TENANTS.size()];
        Arrays.setAll(times, tenant -> on.bytes[tenant] / off.bytes[tenant]);
        String of = "a day with history, seed " + seed;
        return Stream.of(
                Figure.atLeast(of, "mean index", on.meanFairness(), off.meanFairness() + 0.05),
                Figure.atLeast(of, "index of the day", on.fairnessOfTheDay(), off.fairnessOfTheDay() + 0.05),
                Figure.atLeast(of, "throughput of that without", on.all() / off.all(), 0.999),
                // Who always reads gives to all others.
                Figure.atMost(of, "`always`, of its bytes without", times[0], 0.9),
                Figure.atLeast(of, "`long`", times[1], 1.05),
                Figure.atLeast(of, "`short`", times[2], 1.2),
                Figure.atLeast(of, "`seldom`", times[3], 1.3));
    }

    private static DayRun day(long seed, Set<Acting> acting) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] until = new int[TENANTS.size()];
        boolean[] works = new boolean[TENANTS.size()];
        DayRun run = new DayRun(TENANTS, acting);
        run.cluster.demand(0, Double.POSITIVE_INFINITY);
        run.run(DayRun.DAY, second -> {
            for (int tenant = 1; tenant < until.length; tenant++) {
                if (second >= until[tenant]) {
                    works[tenant] = second > 0 && !works[tenant];
                    int mean = (works[tenant] ? WORKS : RESTS)[tenant] * 60;
                    until[tenant] = second + mean / 2 + random.nextInt(mean);
                    run.cluster.demand(tenant, works[tenant] ? Double.POSITIVE_INFINITY : 0);
                }
            }
        });
        return run;
    }

    /** The figures of what tenants ask for: credits (for those who yield so far), hints and appointments. */
    public static List<Figure> wishes(Level... levels) {
        List<Figure> figures = new ArrayList<>();
        for (Level level : levels) {
            figures.addAll(repayment(level));
        }
        Hints none = hints(Set.of());
        figures.addAll(shorter(
                "appointments", none, hints(Set.of(Acting.APPOINTMENTS)), 0, SHORTER[0], SHORTER[1], -0.01, -0.01));
        Hints all = hints(Set.of(Acting.APPOINTMENTS, Acting.CREDITS));
        figures.addAll(shorter("appointments, and the count yields `low`", none, all, 100, SHORTER));
        figures.addAll(appointments());
        return figures;
    }

    /**
     * A tenant yields for some hours, then buys all the high priority that its credits pay, beside three others.
     * Credits pay in time, not in bytes: what is repaid is less than what was given up.
     */
    private static List<Figure> repayment(Level level) {
        DayRun run = DayRun.greedy(Acting.CREDITS);
        yields(run, 0, level, YIELDS_HOURS);
        int first = YIELDS_HOURS * DayRun.HOUR;
        run.run(first, second -> {});
        double yielded = run.bytes[0];
        double earned = run.credits(0);
        long minutes = (long) (earned / (run.credits.settings().price().thousandths() / 1e3) / 60);
        Granted unused = (Granted) run.credits.boost(run.tenant(0), 60 * minutes, false);
        int seconds = (int) minutes * 60;
        run.run(seconds, second -> {});
        double boosted = (run.bytes[0] - yielded) / seconds;
        run.run(2 * DayRun.HOUR - seconds, second -> {});
        double lost = Math.abs(earned - minutes * 1_500 - run.credits(0));
        String of = "yields `" + level.label() + "` for " + YIELDS_HOURS + " h, then buys high priority";
        double fair = DayRun.FAIR;
        double repaid = (boosted - fair) * seconds / (fair * first - yielded);
        return List.of(
                Figure.atMost(of, "got, of its share", yielded / first / fair, 0.6),
                Figure.atLeast(of, "earned, credits", earned, 58_000),
                Figure.atLeast(of, "bought, min", seconds / 60.0, 39),
                Figure.atLeast(of, "got then, of its share", boosted / fair, 2.5),
                Figure.atMost(of, "credits lost or made", lost, 1e-6),
                new Figure(of, "bytes repaid", repaid, 0.3, 0.8));
    }

    private static List<Figure> shorter(String of, Hints none, Hints hints, double leastCredits, double... least) {
        List<Figure> figures = new ArrayList<>();
        for (int job = 0; job < JOBS.size(); job++) {
            double shorter = 1 - (double) hints.seconds.get(job) / none.seconds.get(job);
            figures.add(Figure.atLeast(of, JOBS.get(job) + " shorter by", shorter, least[job]));
        }
        figures.add(Figure.atMost(of, "load done after, s", hints.loaded, DEADLINE));
        figures.add(Figure.atLeast(of, "credits", hints.credits, leastCredits));
        return figures;
    }

    /** How long each read, from its first byte to its last, when the load was done, and the most credits. */
    private record Hints(List<Integer> seconds, int loaded, double credits) {}

    private static Hints hints(Set<Acting> acting) {
        boolean appointments = acting.contains(Acting.APPOINTMENTS);
        boolean yields = acting.contains(Acting.CREDITS);
        int[] begun = new int[JOBS.size()];
        int[] ended = new int[JOBS.size()];
        long[] called = new long[1];
        double[] credits = new double[1];
        DayRun run = new DayRun(JOBS, acting);
        run.run(LONGEST, second -> {
            if (second == BEGIN && appointments) {
                begun[0] = made(run, 0, false).slices() == 0 ? BEGIN : LONGEST;
                called[0] = made(run, 1, true).appointment().id();
            }
            if (second == BEGIN && yields) {
                yields(run, 3, Level.LOW, 1);
            }
            for (int job = 0; job < JOBS.size() && second >= BEGIN; job++) {
                boolean waits = job == 1 && appointments && begun[1] == 0 && isWaiting(run, called[0]);
                begun[job] = begun[job] == 0 && !waits ? second : begun[job];
                double left = BYTES[job] - run.bytes[job];
                ended[job] = left <= NOTHING && ended[job] == 0 ? second : ended[job];
                run.cluster.demand(job, waits || left <= NOTHING ? 0 : left / DayRun.DISKS);
            }
            credits[0] = Math.max(credits[0], yields ? run.credits(3) : 0);
        });
        if (Arrays.stream(ended).anyMatch(second -> second == 0)) {
            throw new IllegalStateException("not all were read in " + LONGEST + " s: " + Arrays.toString(ended));
        }
        IntStream jobs = IntStream.range(0, JOBS.size());
        List<Integer> seconds = jobs.mapToObj(job -> ended[job] - begun[job]).toList();
        return new Hints(seconds, ended[1] - BEGIN, credits[0]);
    }

    private static boolean isWaiting(DayRun run, long appointment) {
        return run.appointments.standing(appointment).stream()
                .anyMatch(each -> each.state().equals("waiting"));
    }

    private static void yields(DayRun run, int tenant, Level level, int hours) {
        YieldRequest request = new YieldRequest(level, Duration.ofHours(hours));
        Granted unused = (Granted) run.credits.stepBack(run.tenant(tenant), request, false);
    }

    private static Made made(DayRun run, int job, boolean callback) {
        Duration deadline = Duration.ofSeconds(DEADLINE);
        AppointmentRequest wish =
                new AppointmentRequest(JOBS.get(job), run.tenant(job), (long) BYTES[job], deadline, deadline, callback);
        return (Made) run.appointments.request(wish, false);
    }

    /** One makes appointments constantly for an hour: what it gets beyond its share is returned. */
    private static List<Figure> appointments() {
        DayRun run = DayRun.greedy(Acting.APPOINTMENTS);
        Duration deadline = Duration.ofMinutes(5);
        AppointmentRequest wish =
                new AppointmentRequest("greedy", run.tenant(0), 100_000_000_000L, deadline, deadline, false);
        run.run(DayRun.HOUR, second -> {
            Decision unused = run.appointments.request(wish, false);
        });
        String of = "appointment after appointment, of a fair share of " + DayRun.FAIR / Cluster.MB + " MB/s";
        double fair = DayRun.FAIR * DayRun.HOUR;
        double least = Math.min(run.bytes[1], Math.min(run.bytes[2], run.bytes[3]));
        return List.of(
                Figure.atMost(of, "its own", run.bytes[0] / fair, 1.05),
                Figure.atLeast(of, "the least of others", least / fair, 0.95));
    }
}
