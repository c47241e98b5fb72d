package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
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
            outcome.atMost(where + "reuse: worst, ms", controlled.all(Repeat::reuse), 300)
                    .atMost(where + "return: worst, ms", controlled.all(Repeat::comeback), 300)
                    .atMost(where + "weight change 1 to 4: worst, ms", controlled.all(Repeat::change), 300);
            String leanest = where + "leanest second after a return: worst, percent of the uncontrolled total";
            outcome.atLeast(leanest, controlled.all(Repeat::leanestPercent), 95)
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
            String under = on ? "on  " : "off ";
            played.forEach(each -> stage.say("%s %s", under, each.figures().members()));
        }
        return played;
    }

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
        double end = clock.now();
        for (int disk = 0; disk < disks.size(); disk++) {
            Timeline line = recorders.get(disk).timeline();
            double cold = (disks.get(disk).bytesMoved() - moved.get(disk)) / line.bytes() * 100;
            double known = usual.isEmpty() ? line.total(leaving - 3, leaving) : usual.get(disk);
            played.get(disk).repeats().add(repeat(line, leaving, returning, changing, end, known, cold));
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

    /** The times of all events are in seconds of the recorder; the total without the hook is known. */
    private static Repeat repeat(
            Timeline line, double leaving, double returning, double changing, double end, double total, double cold) {
        double lowered = total / (RAISED + 2);
        return new Repeat(
                Math.max(
                        millis(line.reached(TWO, total / 2, leaving, returning - 1)),
                        millis(line.reached(ONE, total / 2, leaving, returning - 1))),
                millis(line.reached(MANY, total / THREADS.size(), returning, changing - 1)),
                millis(line.reached(ONE, lowered * RAISED, changing, end - 1)),
                Math.max(
                        millis(line.lowered(MANY, lowered, changing, end - 1)),
                        millis(line.lowered(TWO, lowered, changing, end - 1))),
                line.leanestSecond(returning, changing) / total * 100,
                line.total(leaving - 3, leaving),
                cold);
    }

    private static double millis(OptionalDouble seconds) {
        return seconds.orElse(Double.POSITIVE_INFINITY) * 1000;
    }
}
