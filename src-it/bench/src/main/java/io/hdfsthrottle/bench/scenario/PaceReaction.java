package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.numbered;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Scenario: how soon shares follow a tenant that leaves, one that returns, and a changed weight; on all disks. */
public record PaceReaction(Stage stage, SlowDiskCluster cluster, Outcome outcome) {

    private static final int MANY = 0;
    private static final int TWO = 1;
    private static final int ONE = 2;
    private static final List<Integer> THREADS = List.of(8, 2, 1);
    private static final List<String> NAMES = List.of("8 threads", "2 threads", "1 thread");
    private static final int RAISED = 4;
    private static final int SETTLING_SECONDS = 4;
    private static final int AWAY_SECONDS = 5;
    private static final double MOST_MILLIS = 300;

    public static final Scenario SCENARIO = Scenario.onDisks(
            "pace-reaction",
            "what a tenant leaves is used at once, and it has its share back as soon",
            stage -> new PaceReaction(stage, SlowDiskCluster.start(stage, DiskKind.STEADY, 3), new Outcome()).play());

    /** One repeat on one disk: times are infinite for events that did not happen while watched. */
    private record Repeat(
            double reuseMillis,
            double returnMillis,
            double changeMillis,
            double othersLoweredMillis,
            double leanestSecondPercent,
            double totalMBps,
            double wholeMBps,
            double coldPercent,
            Timeline line) {}

    private Outcome play() throws Exception {
        List<List<Repeat>> off = playAll(List.of());
        List<List<Repeat>> on = playAll(each(off, repeats -> median(each(repeats, Repeat::totalMBps)) * MEGA));
        for (LoadedDisk disk : cluster.disks()) {
            List<Repeat> uncontrolled = off.get(disk.number() - 1);
            List<Repeat> controlled = on.get(disk.number() - 1);
            String where = stage.where(disk);
            String leanest = where + "leanest second after a return: worst, percent of the uncontrolled total";
            List<Double> changes = each(controlled, Repeat::changeMillis);
            List<Double> cold = new ArrayList<>(each(uncontrolled, Repeat::coldPercent));
            cold.addAll(each(controlled, Repeat::coldPercent));
            List<Double> ofRate = each(uncontrolled, repeat -> repeat.totalMBps() * MEGA / disk.rate() * 100);
            outcome.atMost(where + "reuse: worst, ms", each(controlled, Repeat::reuseMillis), MOST_MILLIS)
                    .atMost(where + "return: worst, ms", each(controlled, Repeat::returnMillis), MOST_MILLIS)
                    .atMost(where + "weight change 1 to 4: worst, ms", changes, MOST_MILLIS)
                    .atLeast(leanest, each(controlled, Repeat::leanestSecondPercent), 95)
                    .bars(List.of(Validity.fromDisk(where, cold)))
                    .bars(Validity.nearRate(where, ofRate, stage.busy() > 0));
            if (stage.busy() > 0) {
                double total = Window.leastTotalPercent(
                        each(controlled, Repeat::wholeMBps), each(uncontrolled, Repeat::wholeMBps));
                outcome.atLeast(where + "total, percent of uncontrolled", total, ShareCase.BUSY_TOTAL);
            }
        }
        return cluster.conclude(outcome);
    }

    /** All repeats on each disk, with the hook if the usual totals without it are known. */
    private List<List<Repeat>> playAll(List<Double> usual) throws Exception {
        boolean on = !usual.isEmpty();
        cluster.hook(on);
        List<LoadedDisk> disks = cluster.disks();
        List<List<Repeat>> repeats = Runs.of(stage, on ? "on" : "off", () -> {
            cluster.weigh(List.of(1, 1, 1));
            cluster.forget();
            List<Long> moved = disks.stream().map(LoadedDisk::bytesMoved).toList();
            List<Recorder> recorders = numbered(disks.size(), disk -> new Recorder(3));
            try {
                List<Double> events = playOnce(recorders);
                recorders.forEach(Recorder::check);
                return numbered(disks.size(), disk -> {
                    Timeline line = recorders.get(disk).timeline();
                    double cold = (disks.get(disk).bytesMoved() - moved.get(disk)) / line.bytes() * 100;
                    return repeat(line, events, on ? usual.get(disk) : Double.NaN, cold);
                });
            } finally {
                recorders.forEach(Recorder::close);
            }
        });
        String title = on ? "hook on: 8 streams leave, return, then the single thread's weight 1 to 4" : "hook off";
        outcome.chart(repeats.get(0).get(0).line().chart(title, NAMES));
        List<List<Repeat>> byDisk = numbered(
                disks.size(), disk -> repeats.stream().map(all -> all.get(disk)).toList());
        outcome.figure(
                on ? "controlled" : "uncontrolled",
                byDisk.stream().map(Figures::of).toList());
        return byDisk;
    }

    /** When the many left, when they returned, when the weight changed and when it ended. */
    private List<Double> playOnce(List<Recorder> recorders) throws Exception {
        List<Streams> many = begin(recorders, MANY);
        begin(recorders, TWO);
        begin(recorders, ONE);
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        Recorder clock = recorders.get(0);
        double leaving = clock.now();
        many.parallelStream().forEach(Streams::close);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double returning = clock.now();
        begin(recorders, MANY);
        TimeUnit.SECONDS.sleep(AWAY_SECONDS);
        double changing = clock.now();
        cluster.weigh(ONE, RAISED);
        TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
        return List.of(leaving, returning, changing, clock.now());
    }

    private List<Streams> begin(List<Recorder> recorders, int tenant) {
        List<Streams> begun = new ArrayList<>();
        for (LoadedDisk disk : cluster.disks()) {
            Streams streams = disk.reading(tenant, THREADS.get(tenant));
            recorders.get(disk.number() - 1).add(tenant, streams);
            begun.add(streams);
        }
        return begun;
    }

    private static Repeat repeat(Timeline line, List<Double> events, double usual, double cold) {
        double leaving = events.get(0);
        double returning = events.get(1);
        double changing = events.get(2);
        double end = events.get(3) - 1;
        double before = line.total(leaving - 3, leaving);
        double total = Double.isNaN(usual) ? before : usual;
        double lowered = total / (RAISED + 2);
        double two = line.reached(TWO, total / 2, leaving, returning - 1);
        double one = line.reached(ONE, total / 2, leaving, returning - 1);
        double manyLowered = line.lowered(MANY, lowered, changing, end);
        double twoLowered = line.lowered(TWO, lowered, changing, end);
        return new Repeat(
                Math.max(two, one) * 1000,
                line.reached(MANY, total / 3, returning, changing - 1) * 1000,
                line.reached(ONE, lowered * RAISED, changing, end) * 1000,
                Math.max(manyLowered, twoLowered) * 1000,
                line.leanestSecond(returning, changing) / total * 100,
                before / MEGA,
                line.total(leaving - 3, events.get(3)) / MEGA,
                cold,
                line);
    }
}
