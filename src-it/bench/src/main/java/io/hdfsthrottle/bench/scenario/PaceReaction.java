package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures how soon shares follow a tenant that leaves, one that returns, and a changed weight; on all
 * disks at the same time.
 */
public final class PaceReaction implements Scenario {

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
    private static final double LEAST_COLD_PERCENT = 97;

    @Override
    public String name() {
        return "pace-reaction";
    }

    @Override
    public String shows() {
        return "what a tenant leaves is used at once, and it has its share back as soon";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.DISKS, Choice.READAHEAD, Choice.NATIVE);
    }

    /** One repeat on one disk: times in milliseconds, infinite for events that did not happen while watched. */
    private record Repeat(
            double reuse,
            double comeback,
            double change,
            double lowered,
            double leanestPercent,
            double total,
            double coldPercent) {}

    /** All repeats on one disk, and the last one's timeline. */
    private record Played(List<Repeat> repeats, Timeline timeline) {

        List<Double> all(Function<Repeat, Double> figure) {
            return repeats.stream().map(figure).toList();
        }

        double worst(Function<Repeat, Double> figure) {
            return Statistics.largest(all(figure));
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("reuseMillis", Statistics.smallIsGood(all(Repeat::reuse)));
            members.put("returnMillis", Statistics.smallIsGood(all(Repeat::comeback)));
            members.put("changeMillis", Statistics.smallIsGood(all(Repeat::change)));
            members.put("othersLoweredMillis", Statistics.smallIsGood(all(Repeat::lowered)));
            members.put("leanestSecondPercent", Statistics.largeIsGood(all(Repeat::leanestPercent)));
            members.put("totalMBps", Statistics.megabytes(all(Repeat::total)));
            members.put("totalNoisePercent", Statistics.jsonNumber(Statistics.noisePercent(all(Repeat::total))));
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, THREADS.size());
        stage.say("weights 1:1:1 with 8:2:1 threads; milliseconds until 95 %% of the new share (200 ms average)");
        List<Played> off = playAll(
                stage,
                cluster,
                false,
                cluster.disks().stream().map(disk -> Double.NaN).toList());
        List<Double> usual = off.stream()
                .map(played -> Statistics.median(played.all(Repeat::total)))
                .toList();
        List<Played> on = playAll(stage, cluster, true, usual);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("hookErrors", cluster.hookErrors());
        figures.put("charge", cluster.charge());
        figures.put("uncontrolled", off.stream().map(Played::members).toList());
        figures.put("controlled", on.stream().map(Played::members).toList());
        List<Bar> bars = new ArrayList<>();
        for (LoadedDisk disk : cluster.disks()) {
            int i = disk.number() - 1;
            String where = stage.disks() == 1 ? "" : "disk " + disk.number() + ", ";
            bars.addAll(bars(where, on.get(i)));
            bars.addAll(validity(where, off.get(i), on.get(i), disk.rate()));
        }
        bars.add(Bar.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0));
        return new Outcome(
                figures,
                bars,
                List.of(
                        chart("hook off", off.get(0).timeline()),
                        chart(
                                "hook on: 8 streams leave, return, then the single thread's weight 1 to 4",
                                on.get(0).timeline())));
    }

    private static List<Bar> bars(String where, Played on) {
        return List.of(
                Bar.atMost(where + "reuse: worst, ms", on.worst(Repeat::reuse), MOST_MILLIS),
                Bar.atMost(where + "return: worst, ms", on.worst(Repeat::comeback), MOST_MILLIS),
                Bar.atMost(where + "weight change 1 to 4: worst, ms", on.worst(Repeat::change), MOST_MILLIS),
                Bar.atLeast(
                        where + "leanest second after a return: worst, percent of the uncontrolled total",
                        Statistics.smallest(on.all(Repeat::leanestPercent)),
                        LEAST_TOTAL_PERCENT));
    }

    private static List<Bar> validity(String where, Played off, Played on, double rate) {
        List<Double> cold = new ArrayList<>(off.all(Repeat::coldPercent));
        cold.addAll(on.all(Repeat::coldPercent));
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atLeast(
                Validity.VALID + where + "moved by the disk, percent of what clients moved",
                Statistics.smallest(cold),
                LEAST_COLD_PERCENT));
        bars.addAll(Validity.nearRate(where, off.all(repeat -> repeat.total() / rate * 100)));
        return bars;
    }

    private static List<Played> playAll(Stage stage, SlowDiskCluster cluster, boolean on, List<Double> usual)
            throws Exception {
        cluster.hook(on);
        List<List<Repeat>> repeats = new ArrayList<>();
        List<Timeline> timelines = List.of();
        for (int i = 0; i < stage.repeats(); i++) {
            for (int tenant = 0; tenant < THREADS.size(); tenant++) {
                cluster.weigh(tenant, 1);
            }
            List<Recorder> recorders = cluster.disks().stream()
                    .map(disk -> Recorder.of(THREADS.size()))
                    .toList();
            try {
                repeats.add(playOnce(cluster, recorders, usual));
                recorders.forEach(Recorder::check);
                timelines = recorders.stream().map(Recorder::timeline).toList();
            } finally {
                recorders.forEach(Recorder::close);
            }
            repeats.get(i).forEach(repeat -> say(stage, on, repeat));
        }
        List<Played> played = new ArrayList<>();
        for (int disk = 0; disk < timelines.size(); disk++) {
            int number = disk;
            played.add(new Played(repeats.stream().map(each -> each.get(number)).toList(), timelines.get(disk)));
        }
        return played;
    }

    private static void say(Stage stage, boolean on, Repeat repeat) {
        stage.say(
                "%-4s reuse %5.0f  return %5.0f  change %5.0f (others lowered %5.0f)  leanest second %5.1f %%  total %.1f MB/s",
                on ? "on" : "off",
                repeat.reuse(),
                repeat.comeback(),
                repeat.change(),
                repeat.lowered(),
                repeat.leanestPercent(),
                repeat.total() / Statistics.MEGA);
    }

    /** The times of all events, in seconds of the recorders. */
    private record Moments(double leaving, double returning, double changing, double end) {}

    private static List<Repeat> playOnce(SlowDiskCluster cluster, List<Recorder> recorders, List<Double> usual)
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
        List<Repeat> repeats = new ArrayList<>();
        for (int disk = 0; disk < disks.size(); disk++) {
            Timeline line = recorders.get(disk).timeline();
            double cold = (disks.get(disk).bytesMoved() - moved.get(disk)) / line.bytes() * 100;
            repeats.add(repeat(line, moments, usual.get(disk), cold));
        }
        return repeats;
    }

    private static List<Streams> begin(List<LoadedDisk> disks, List<Recorder> recorders, int tenant) {
        List<Streams> begun = new ArrayList<>();
        for (int disk = 0; disk < disks.size(); disk++) {
            Streams streams = disks.get(disk).reading(tenant, THREADS.get(tenant));
            recorders.get(disk).add(tenant, streams);
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
        return seconds.isPresent() ? seconds.getAsDouble() * 1000 : Double.POSITIVE_INFINITY;
    }

    private static Chart<?, ?> chart(String title, Timeline timeline) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (int tenant = 0; tenant < NAMES.size(); tenant++) {
            lines.put(NAMES.get(tenant), timeline.line(tenant));
        }
        lines.put("total", timeline.totalLine());
        return Charts.lines(title, "seconds", "MB/s, 200 ms average", lines);
    }
}
