package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.DISKS;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures how soon shares follow a tenant that leaves, one that returns, and a changed weight; on all
 * disks at the same time.
 */
public final class PaceReaction {

    private static final int MANY = 0;
    private static final int TWO = 1;
    private static final int ONE = 2;
    private static final List<Integer> THREADS = List.of(8, 2, 1);
    private static final List<String> NAMES = List.of("8 threads", "2 threads", "1 thread");
    private static final int RAISED = 4;
    private static final int SETTLING_SECONDS = 4;
    private static final int AWAY_SECONDS = 5;
    private static final double MOST_MILLIS = 300;
    private static final double LEAST_TOTAL_PERCENT = 95;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "pace-reaction",
            "what a tenant leaves is used at once, and it has its share back as soon",
            PaceReaction::play,
            RATE,
            DISKS,
            READAHEAD,
            NATIVE);

    private PaceReaction() {}

    /** One repeat on one disk: times in milliseconds, infinite for events that did not happen while watched. */
    private record Repeat(
            double reuse,
            double comeback,
            double change,
            double lowered,
            double leanestPercent,
            double total,
            double coldPercent) {}

    /** All repeats on one disk, and the timelines. */
    private record Played(List<Repeat> repeats, List<Timeline> timelines) {

        Played() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        List<Double> all(ToDoubleFunction<Repeat> figure) {
            return each(repeats, figure);
        }

        Figures figures() {
            return new Figures()
                    .small("reuseMillis", all(Repeat::reuse))
                    .small("returnMillis", all(Repeat::comeback))
                    .small("changeMillis", all(Repeat::change))
                    .small("othersLoweredMillis", all(Repeat::lowered))
                    .large("leanestSecondPercent", all(Repeat::leanestPercent))
                    .megabytes("totalMBps", all(Repeat::total))
                    .put("totalNoisePercent", Statistics.noisePercent(all(Repeat::total)));
        }

        Chart<?, ?> chart(String title) {
            return timelines.get(timelines.size() - 1).chart(title, NAMES, true);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, THREADS.size());
        stage.say("weights 1:1:1 with 8:2:1 threads; milliseconds until 95 %% of the new share (200 ms average)");
        List<Played> off = playAll(stage, cluster, false, List.of());
        List<Double> usual = each(off, played -> median(played.all(Repeat::total)));
        List<Played> on = playAll(stage, cluster, true, usual);
        Outcome outcome = new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("hookErrors", cluster.hookErrors())
                .figure("charge", cluster.charge())
                .figure("uncontrolled", off.stream().map(Played::figures).toList())
                .figure("controlled", on.stream().map(Played::figures).toList());
        for (LoadedDisk disk : cluster.disks()) {
            Played uncontrolled = off.get(disk.number() - 1);
            Played controlled = on.get(disk.number() - 1);
            String where = stage.where(disk);
            List<Double> cold = new ArrayList<>(uncontrolled.all(Repeat::coldPercent));
            cold.addAll(controlled.all(Repeat::coldPercent));
            outcome.atMost(where + "reuse: worst, ms", largest(controlled.all(Repeat::reuse)), MOST_MILLIS)
                    .atMost(where + "return: worst, ms", largest(controlled.all(Repeat::comeback)), MOST_MILLIS)
                    .atMost(
                            where + "weight change 1 to 4: worst, ms",
                            largest(controlled.all(Repeat::change)),
                            MOST_MILLIS)
                    .atLeast(
                            where + "leanest second after a return: worst, percent of the uncontrolled total",
                            smallest(controlled.all(Repeat::leanestPercent)),
                            LEAST_TOTAL_PERCENT)
                    .bars(List.of(Validity.fromDisk(where, cold)))
                    .bars(Validity.nearRate(where, uncontrolled.all(repeat -> repeat.total() / disk.rate() * 100)));
        }
        return outcome.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0)
                .chart(off.get(0).chart("hook off"))
                .chart(on.get(0).chart("hook on: 8 streams leave, return, then the single thread's weight 1 to 4"));
    }

    private static List<Played> playAll(Stage stage, SlowDiskCluster cluster, boolean on, List<Double> usual)
            throws Exception {
        cluster.hook(on);
        List<Played> played = Stream.generate(Played::new).limit(stage.disks()).toList();
        for (int i = 0; i < stage.repeats(); i++) {
            for (int tenant = 0; tenant < THREADS.size(); tenant++) {
                cluster.weigh(tenant, 1);
            }
            List<Recorder> recorders = cluster.disks().stream()
                    .map(disk -> Recorder.of(THREADS.size()))
                    .toList();
            try {
                playOnce(cluster, recorders, usual, played);
                recorders.forEach(Recorder::check);
            } finally {
                recorders.forEach(Recorder::close);
            }
            for (Played each : played) {
                Repeat repeat = each.repeats().get(i);
                stage.say(
                        "%-4s reuse %5.0f  return %5.0f  change %5.0f (others lowered %5.0f)  leanest second %5.1f %% "
                                + " total %.1f MB/s",
                        on ? "on" : "off",
                        repeat.reuse(),
                        repeat.comeback(),
                        repeat.change(),
                        repeat.lowered(),
                        repeat.leanestPercent(),
                        repeat.total() / MEGA);
            }
        }
        return played;
    }

    /** The times of all events, in seconds of the recorders. */
    private record Moments(double leaving, double returning, double changing, double end) {}

    private static void playOnce(
            SlowDiskCluster cluster, List<Recorder> recorders, List<Double> usual, List<Played> played)
            throws Exception {
        cluster.forget();
        List<LoadedDisk> disks = cluster.disks();
        List<Long> moved = disks.stream().map(LoadedDisk::bytesMoved).toList();
        List<Streams> many = begin(disks, recorders, MANY);
        begin(disks, recorders, TWO);
        begin(disks, recorders, ONE);
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        Recorder clock = recorders.get(0);
        double leaving = clock.now();
        many.parallelStream().forEach(Streams::close);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double returning = clock.now();
        begin(disks, recorders, MANY);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double changing = clock.now();
        cluster.weigh(ONE, RAISED);
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        Moments moments = new Moments(leaving, returning, changing, clock.now());
        for (int disk = 0; disk < disks.size(); disk++) {
            Timeline line = recorders.get(disk).timeline();
            double cold = (disks.get(disk).bytesMoved() - moved.get(disk)) / line.bytes() * 100;
            played.get(disk).repeats().add(repeat(line, moments, usual.isEmpty() ? Double.NaN : usual.get(disk), cold));
            played.get(disk).timelines().add(line);
        }
    }

    private static List<Streams> begin(List<LoadedDisk> disks, List<Recorder> recorders, int tenant) {
        List<Streams> begun = new ArrayList<>();
        for (LoadedDisk disk : disks) {
            Streams streams = disk.reading(tenant, THREADS.get(tenant));
            recorders.get(disk.number() - 1).add(tenant, streams);
            begun.add(streams);
        }
        return begun;
    }

    private static Repeat repeat(Timeline line, Moments at, double known, double cold) {
        double steady = line.total(at.leaving() - 3, at.leaving());
        double total = Double.isNaN(known) ? steady : known;
        double equal = total / THREADS.size();
        double raised = total * RAISED / (RAISED + 2);
        double lowered = total / (RAISED + 2);
        return new Repeat(
                Math.max(
                        millis(line.reached(TWO, total / 2, at.leaving(), at.returning() - 1)),
                        millis(line.reached(ONE, total / 2, at.leaving(), at.returning() - 1))),
                millis(line.reached(MANY, equal, at.returning(), at.changing() - 1)),
                millis(line.reached(ONE, raised, at.changing(), at.end() - 1)),
                Math.max(
                        millis(line.lowered(MANY, lowered, at.changing(), at.end() - 1)),
                        millis(line.lowered(TWO, lowered, at.changing(), at.end() - 1))),
                line.leanestSecond(at.returning(), at.changing()) / total * 100,
                steady,
                cold);
    }

    private static double millis(OptionalDouble seconds) {
        return seconds.orElse(Double.POSITIVE_INFINITY) * 1000;
    }
}
