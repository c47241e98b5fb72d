package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.DISKS;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Requests;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Isolation;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Scenario of a tenant whose demand is below its due, beside one with sixteen times its threads and unlimited demand.
 * Its requests are compared with the same requests alone on the same disk without the hook, before and after.
 */
public final class PaceIsolation {

    private static final int ASKING = 0;
    private static final int HOG = 1;
    private static final int HOG_THREADS = 16;
    private static final int REQUEST_BYTES = 4 << 20;

    /** Its demand as a fraction of the disk's rate, including what is read beyond; its weight earns it half. */
    private static final double ASKS = 0.4;

    private static final int SETTLING_SECONDS = 4;
    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "pace-isolation",
            "a tenant beside one with sixteen times its threads is served as if it were alone",
            PaceIsolation::play,
            RATE,
            DISKS,
            READAHEAD,
            NATIVE);

    private PaceIsolation() {}

    /** What is measured, in this order; alone without the hook at first and at last. */
    private enum Turn {
        OFF_ALONE("offAlone", false, false),
        OFF_BESIDE("offBeside", false, true),
        ON_ALONE("onAlone", true, false),
        ON_BESIDE("onBeside", true, true),
        OFF_ALONE_AGAIN("offAloneAgain", false, false);

        private final String title;
        private final boolean on;
        private final boolean beside;

        Turn(String title, boolean on, boolean beside) {
            this.title = title;
            this.on = on;
            this.beside = beside;
        }
    }

    /**
     * The measurements on one disk in one turn.
     *
     * @param repeats the seconds of each repeat
     * @param whole all of them
     * @param hog the rate of the tenant with unlimited demand, and {@code disk} that of the disk, in bytes a second
     */
    private record Arm(List<Isolation> repeats, Isolation whole, double hog, double disk) {

        List<Double> millis() {
            return each(repeats, repeat -> repeat.requests().mean());
        }

        Figures figures() {
            return new Figures()
                    .large("isolationMeanPercent", each(repeats, Isolation::mean))
                    .large("isolation01Percent", each(repeats, Isolation::first))
                    .put("isolation01OfAllSecondsPercent", whole.first())
                    .small("requestMillisMean", millis())
                    .put("requests", whole.requests().members())
                    .put("hogMBps", hog / MEGA)
                    .put("diskMBps", disk / MEGA)
                    .put("seconds", whole.percents().size());
        }

        Charts.Line line() {
            return new Charts.Line(
                    IntStream.range(0, whole.percents().size())
                            .mapToObj(i -> (double) i)
                            .toList(),
                    whole.percents());
        }
    }

    /** All turns of one disk. */
    private record Played(Map<Turn, Arm> arms) {

        private List<Arm> baselines() {
            return List.of(arms.get(Turn.OFF_ALONE), arms.get(Turn.OFF_ALONE_AGAIN));
        }

        private double noisePercent() {
            return Statistics.noisePercent(
                    baselines().stream().flatMap(arm -> arm.millis().stream()).toList());
        }

        /** The request time of each repeat beside the hog, as a multiple of that alone on the uncontended disk. */
        private List<Double> timesAlone(Turn beside) {
            List<Latencies> alone =
                    baselines().stream().map(arm -> arm.whole().requests()).toList();
            double mean = Latencies.ofAll(alone).mean();
            return each(arms.get(beside).millis(), millis -> millis / mean);
        }

        void addTo(Outcome outcome, LoadedDisk disk, String where) {
            Figures figures = new Figures();
            arms.forEach((turn, arm) -> figures.put(turn.title, arm.figures()));
            figures.put("aloneNoisePercent", noisePercent())
                    .small("onBesideTimesAlone", timesAlone(Turn.ON_BESIDE))
                    .small("offBesideTimesAlone", timesAlone(Turn.OFF_BESIDE));
            outcome.figure("disk " + disk.number(), figures);
            Arm beside = arms.get(Turn.ON_BESIDE);
            outcome.atLeast(
                    where + "isolation: mean, worst repeat, percent", each(beside.repeats(), Isolation::mean), 99);
            String first = where + "isolation: all seconds but one in a hundred, percent";
            outcome.atLeast(first, beside.whole().first(), 95);
            String times = where + "request: mean, worst repeat, times alone without the hook";
            outcome.atMost(times, timesAlone(Turn.ON_BESIDE), 2.5);
            String alone = Validity.VALID + where + "alone, without the hook, it does what it is to do, percent";
            outcome.atLeast(alone, each(baselines(), arm -> arm.whole().mean()), 99);
            // A baseline lengthened by one disturbance would make every ratio small.
            String differs = Validity.VALID + where + "requests alone, before and after, differ by, percent";
            outcome.atMost(differs, noisePercent(), 50);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        double perSecond = Math.floor(ASKS * stage.diskRate() * (1 << 20) / (REQUEST_BYTES + readBeyond(stage)));
        if (perSecond < 1) {
            throw new IllegalArgumentException("with this readahead no request a second fits into two fifths of the"
                    + " disk; a higher --rate or a lower --readahead does");
        }
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, 2)) {
            stage.say("equal weights; %.1f requests of 4 MiB a second, beside %d streams", perSecond, HOG_THREADS);
            Outcome outcome = new Outcome().figure("diskMiBps", stage.diskRate());
            List<Played> played = new ArrayList<>();
            cluster.disks().forEach(disk -> played.add(new Played(new EnumMap<>(Turn.class))));
            boolean isOn = true;
            long errors = 0;
            for (Turn turn : Turn.values()) {
                if (turn.on != isOn) {
                    cluster.hook(turn.on);
                    isOn = turn.on;
                }
                List<Arm> arms = turn(stage, cluster, perSecond, turn);
                for (int i = 0; i < arms.size(); i++) {
                    played.get(i).arms().put(turn, arms.get(i));
                    stage.say(
                            "%-22s disk %d %s",
                            turn.title, i + 1, arms.get(i).figures().members());
                }
                if (turn == Turn.ON_BESIDE) {
                    errors = cluster.hookErrors();
                    outcome.figure("charge", cluster.charge());
                }
            }
            outcome.figure("requestsPerSecond", perSecond).figure("hookErrors", errors);
            cluster.disks().forEach(disk -> played.get(disk.number() - 1).addTo(outcome, disk, stage.where(disk)));
            Map<String, Charts.Line> lines = new LinkedHashMap<>();
            played.get(0).arms().forEach((turn, arm) -> lines.put(turn.title, arm.line()));
            return outcome.atMost("errors that the hook caught", (double) errors, 0)
                    .chart(Charts.lines(
                            "Isolation from a neighbour with 16 times the threads",
                            "second",
                            "percent of what it was to do",
                            lines));
        }
    }

    /**
     * The bytes that the kernel reads beyond a request that ends in the middle of a file: the rest of the last
     * readahead window and the next one, which it requests as soon as the last is begun. With the native library
     * Hadoop's own readahead is added. It is load on the disk, too.
     */
    private static int readBeyond(Stage stage) {
        return 2 * (stage.readaheadKib() << 10) + stage.hadoopsReadaheadBytes();
    }

    private static List<Arm> turn(Stage stage, SlowDiskCluster cluster, double perSecond, Turn turn) throws Exception {
        List<Streams> hogs = turn.beside
                ? cluster.disks().stream()
                        .map(disk -> disk.reading(HOG, HOG_THREADS))
                        .toList()
                : List.of();
        List<Requests> requests = new ArrayList<>();
        try {
            TimeUnit.SECONDS.sleep(turn.beside ? SETTLING_SECONDS : 0);
            cluster.forget();
            List<LoadedDisk> disks = cluster.disks();
            disks.forEach(disk -> requests.add(disk.asking(ASKING, REQUEST_BYTES, perSecond)));
            List<Long> before = disks.stream().map(LoadedDisk::bytesMoved).toList();
            int each = (int) stage.window().toSeconds();
            int end = SETTLING_SECONDS + each * stage.repeats();
            List<Double> hogged = Rates.over(Duration.ofSeconds(end), hogs);
            List<Arm> arms = new ArrayList<>();
            for (int disk = 0; disk < disks.size(); disk++) {
                double moved = (disks.get(disk).bytesMoved() - before.get(disk)) / (double) end;
                List<Isolation.Served> served = requests.get(disk).served();
                List<Isolation> repeats = IntStream.range(0, stage.repeats())
                        .mapToObj(i -> Isolation.of(served, SETTLING_SECONDS + i * each, each, perSecond, end))
                        .toList();
                Isolation whole = Isolation.of(served, SETTLING_SECONDS, each * stage.repeats(), perSecond, end);
                arms.add(new Arm(repeats, whole, turn.beside ? hogged.get(disk) : 0, moved));
            }
            hogs.forEach(Streams::check);
            return arms;
        } finally {
            requests.forEach(Requests::close);
            hogs.forEach(Streams::close);
        }
    }
}
