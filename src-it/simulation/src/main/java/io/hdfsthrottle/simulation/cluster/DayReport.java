package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.credit.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** The figures of days with and without history, and of yielding tenants, as text. */
final class DayReport {
    static final int SEEDS = 3;

    private static final List<String> TENANTS = List.of("always", "long", "short", "seldom");

    /** The mean time that a tenant works and rests at a time, in minutes; the first one always works. */
    private static final int[] WORKS = {0, 120, 40, 30};

    private static final int[] RESTS = {0, 120, 80, 150};
    private static final int SECONDS_OF_MINUTE = 60;

    /** The least improvement of a day's evenness by history. */
    private static final double BETTER = 0.05;

    /** The least rate during a boost, in fair shares. */
    private static final double BOOSTED = 2.5;

    /** The least reduction of each job's reading time by hints; the last one may read longer by that. */
    private static final double[] SHORTER = {0.29, 0.38, 0.13, -0.01};

    /** How far a tenant may exceed its fair share by constant appointments, and how far the others may fall short. */
    private static final double GREED = 0.05;

    private final List<Pair> days;
    private final List<Repayment> repayments;
    private final List<Hints> hints;
    private final Greed greed;

    /** The same day without and with history. */
    private record Pair(long seed, DayRun off, DayRun on) {}

    private DayReport(List<Pair> days, List<Repayment> repayments, List<Hints> hints, Greed greed) {
        this.hints = hints;
        this.greed = greed;
        this.days = days;
        this.repayments = repayments;
    }

    static DayReport whole() {
        List<Pair> days = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> new Pair(seed, day(seed, false), day(seed, true)))
                .toList();
        return new DayReport(
                days,
                Arrays.stream(Level.values()).map(Repayment::of).toList(),
                List.of(Hints.none(), Hints.appointments(), Hints.all()),
                Greed.hour());
    }

    private static DayRun day(long seed, boolean history) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] until = new int[TENANTS.size()];
        boolean[] works = new boolean[TENANTS.size()];
        return new DayRun(TENANTS, history, false).run(DayRun.DAY, (second, run) -> {
            if (second == 0) {
                run.demand(0, Double.POSITIVE_INFINITY);
            }
            for (int tenant = 1; tenant < until.length; tenant++) {
                if (second >= until[tenant]) {
                    works[tenant] = second > 0 && !works[tenant];
                    int mean = (works[tenant] ? WORKS : RESTS)[tenant] * SECONDS_OF_MINUTE;
                    until[tenant] = second + mean / 2 + random.nextInt(mean);
                    run.demand(tenant, works[tenant] ? Double.POSITIVE_INFINITY : 0);
                }
            }
        });
    }

    /** All missed bars, in words. */
    List<String> misses() {
        List<String> misses = new ArrayList<>();
        for (Pair day : days) {
            if (day.on.meanFairness() < day.off.meanFairness() + BETTER
                    || day.on.fairnessOfTheDay() < day.off.fairnessOfTheDay() + BETTER) {
                misses.add("seed " + day.seed + ": history does not make the day more even");
            }
            if (day.on.all() < 0.999 * day.off.all()) {
                misses.add("seed " + day.seed + ": history costs throughput");
            }
        }
        for (Repayment each : repayments) {
            if (each.boosted() < BOOSTED * Repayment.fair()) {
                misses.add(each.level() + ": high priority gives only " + each.boosted() + " MB/s");
            }
            if (Math.abs(each.earned() - each.minutes() * 1_500 - each.left()) > 1e-6) {
                misses.add(each.level() + ": credits were lost or made");
            }
        }
        missesOfHints(misses);
        return misses;
    }

    private void missesOfHints(List<String> misses) {
        Hints without = hints.get(0);
        Hints all = hints.get(2);
        for (int job = 0; job < SHORTER.length; job++) {
            if (all.shorter(job, without) < SHORTER[job]) {
                misses.add(Hints.JOBS.get(job) + " read " + all.seconds().get(job) + " s with hints, "
                        + without.seconds().get(job) + " s without");
            }
        }
        if (all.loaded() > Hints.DEADLINE) {
            misses.add("the load was done after " + all.loaded() + " s, and its deadline is " + Hints.DEADLINE);
        }
        if (!(all.credits() > 0)) {
            misses.add("the count yields and earns nothing");
        }
        if (greed.greedy() > (1 + GREED) * Greed.fair() || greed.least() < (1 - GREED) * Greed.fair()) {
            misses.add("appointments give more than a fair share: " + greed);
        }
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                """
                # A day of a cluster in simulation

                Written by `DayReportTest`, which keeps it true. History, ledger, appointments and balancer are the production classes with their default
                settings; three nodes with a disk of 150 MB/s each are models that divide exactly by the terms that they heard. Time goes by in
                seconds. At noon another coordinator takes over and goes on with the snapshots that were kept.

                ## History

                Four tenants of equal priority for %d hours. `always` reads all day; the others work and rest for times that are drawn from a seed, %d and %d, %d
                and %d, %d and %d minutes in the mean. Who works wants all that there is. *Mean index*: Jain's index over the history, as the metric
                shows it, the mean of all seconds. *Index of the day*: of what tenants got in all, idle or not.

                | seed | history | mean index | index of the day | always | long | short | seldom, GB | all, GB |
                |---|---|---|---|---|---|---|---|---|
                """,
                DayRun.DAY / DayRun.HOUR,
                WORKS[1],
                RESTS[1],
                WORKS[2],
                RESTS[2],
                WORKS[3],
                RESTS[3]));
        for (Pair day : days) {
            line(text, day.seed, "off", day.off);
            line(text, day.seed, "fennel", day.on);
        }
        text.append(String.format(Locale.ROOT, """

                Bars: with history both indices rise by %.2f or more, and no throughput is lost.

                ## Credits

                A tenant beside %d others of the same priority; all want everything, so that %.1f MB/s are each one's share. It yields for %d hours,
                then buys all the high priority that it can pay.

                | level | got, MB/s | earned, credits | bought, min | got then, MB/s | credits left | bytes repaid, %% |
                |---|---|---|---|---|---|---|
                """, BETTER, Repayment.OTHERS, Repayment.fair(), Repayment.HOURS));
        for (Repayment each : repayments) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %d | %.1f | %.1f | %.0f |%n",
                    each.level().label(),
                    each.yielded(),
                    each.earned(),
                    each.minutes(),
                    each.boosted(),
                    each.left(),
                    100 * each.repaid()));
        }
        text.append(String.format(Locale.ROOT, """

                Bars: high priority gives at least %.1f shares, and credits are earned, spent or left to the thousandth. Credits pay in time, not in
                bytes: what is repaid is less than what was given up, and it comes when the tenant wants it.
                """, BOOSTED));
        textOfHints(text);
        return text.toString();
    }

    private void textOfHints(StringBuilder text) {
        text.append(String.format(Locale.ROOT, """

                ## Appointments

                Four of equal priority begin to read at the same time, with amounts in the proportions 200 MB, 500 MB, 3 GB and 12 GB. With hints, `checksum`
                and `load` make appointments to read within %d s, `grep` says nothing, and `count` yields. Seconds from the first byte that is read to the
                last.

                | hints | checksum | load | grep | count | load done after, s | earned, credits |
                |---|---|---|---|---|---|---|
                """, Hints.DEADLINE));
        for (Hints each : hints) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %d | %.1f |%n",
                    each.name(),
                    each.seconds().get(0),
                    each.seconds().get(1),
                    each.seconds().get(2),
                    each.seconds().get(3),
                    each.loaded(),
                    each.credits()));
        }
        text.append(String.format(
                Locale.ROOT,
                """

                Bars, with all hints: %.0f, %.0f and %.0f %% less time for the first three, at most %.0f %% more for the last, the load done by its deadline.

                One makes appointment after appointment for an hour beside %d that make none: it gets %.1f MB/s, and the least of the others %.1f; %.1f are
                fair. Bar: within %.0f %%, because what it got beyond its share is returned.
                """,
                100 * SHORTER[0],
                100 * SHORTER[1],
                100 * SHORTER[2],
                -100 * SHORTER[3],
                Greed.OTHERS,
                greed.greedy() / DayRun.MB,
                greed.least() / DayRun.MB,
                Greed.fair() / DayRun.MB,
                100 * GREED));
    }

    private static void line(StringBuilder text, long seed, String history, DayRun day) {
        double giga = 1e9;
        text.append(String.format(
                Locale.ROOT,
                "| %d | %s | %.3f | %.3f | %.0f | %.0f | %.0f | %.0f | %.0f |%n",
                seed,
                history,
                day.meanFairness(),
                day.fairnessOfTheDay(),
                day.bytes(0) / giga,
                day.bytes(1) / giga,
                day.bytes(2) / giga,
                day.bytes(3) / giga,
                day.all() / giga));
    }
}
