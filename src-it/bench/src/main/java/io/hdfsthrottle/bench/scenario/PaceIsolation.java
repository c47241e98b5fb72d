package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.noisePercent;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.report.Validity.VALID;

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
import io.hdfsthrottle.bench.report.ShareCase;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/**
 * Scenario of a tenant whose demand is below its due, beside one with sixteen times its threads and unlimited demand.
 * Its requests are compared with the same requests alone on the same disk without the hook, before and after.
 */
public record PaceIsolation(Stage stage, SlowDiskCluster cluster, double perSecond) {

    private static final int ASKING = 0;
    private static final int HOG = 1;
    private static final int HOG_THREADS = 16;
    private static final int REQUEST_BYTES = 4 << 20;
    private static final int SETTLING_SECONDS = 4;
    private static final List<String> TURNS =
            List.of("off, alone", "off, beside", "on, alone", "on, beside", "off, alone again");

    public static final Scenario SCENARIO = Scenario.onDisks(
            "pace-isolation",
            "a tenant beside one with sixteen times its threads is served as if it were alone",
            PaceIsolation::play);

    /** The measurements on one disk in one turn: of each repeat, and of all seconds. */
    private record Arm(
            List<Double> isolationMeanPercent,
            List<Double> isolation01Percent,
            List<Double> requestMillisMean,
            double isolation01OfAllSecondsPercent,
            Isolation whole,
            double hogMBps,
            double diskMBps) {}

    private static Outcome play(Stage stage) throws Exception {
        // What the kernel reads beyond a request that ends in the middle of a file: the rest of the last readahead
        // window and the next one, which it requests as soon as the last is begun; and Hadoop's own readahead.
        int beyond = 2 * (stage.readaheadKib() << 10) + stage.hadoopsReadaheadBytes();
        // It wants two fifths of the disk's rate; its weight earns it half.
        double perSecond = Math.floor(0.4 * stage.diskRate() * (1 << 20) / (REQUEST_BYTES + beyond));
        if (perSecond < 1) {
            throw new IllegalArgumentException("with this readahead no request a second fits into two fifths of the"
                    + " disk; a higher --rate or a lower --readahead does");
        }
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, 2)) {
            stage.say("equal weights; %.1f requests of 4 MiB a second, beside %d streams", perSecond, HOG_THREADS);
            return new PaceIsolation(stage, cluster, perSecond).play();
        }
    }

    private Outcome play() throws Exception {
        Outcome outcome = new Outcome().figure("requestsPerSecond", perSecond);
        Map<String, List<Arm>> arms = new LinkedHashMap<>();
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (String turn : TURNS) {
            if (!turn.endsWith("beside")) {
                cluster.hook(turn.startsWith("on"));
            }
            List<Arm> all = turn(turn.endsWith("beside"));
            arms.put(turn, all);
            outcome.figure(turn, all);
            stage.say("%s", new Figures().put(turn, all));
            List<Double> percents = all.get(0).whole().percents();
            lines.put(turn, new Charts.Line(numbered(percents.size(), Double::valueOf), percents));
            if (turn.equals("on, beside")) {
                cluster.conclude(outcome);
            }
        }
        cluster.disks().forEach(disk -> judge(outcome, arms, disk));
        String title = "Isolation from a neighbour with 16 times the threads";
        return outcome.chart(Charts.lines(title, "second", "percent of what it was to do", lines));
    }

    private void judge(Outcome outcome, Map<String, List<Arm>> arms, LoadedDisk disk) {
        String where = stage.where(disk);
        List<Arm> all = TURNS.stream()
                .map(turn -> arms.get(turn).get(disk.number() - 1))
                .toList();
        List<Arm> alone = List.of(all.get(0), all.get(4));
        Stream<Double> repeats = alone.stream().flatMap(arm -> arm.requestMillisMean().stream());
        double mean = Latencies.ofAll(alone.stream().map(arm -> arm.whole().requests()))
                .mean();
        Arm on = all.get(3);
        List<Double> offTimes = each(all.get(1).requestMillisMean(), millis -> millis / mean);
        List<Double> times = each(on.requestMillisMean(), millis -> millis / mean);
        List<Double> done = each(alone, arm -> arm.whole().mean());
        // A baseline lengthened by one disturbance would make every ratio small.
        double noise = noisePercent(repeats.toList());
        double least = 99;
        if (stage.busy() > 0) {
            least = 100 - ShareCase.BUSY_ERROR;
            double total = on.diskMBps() / all.get(1).diskMBps() * 100;
            outcome.atLeast(where + "total, percent of uncontrolled", total, ShareCase.BUSY_TOTAL);
        }
        String first = where + "isolation: all seconds but one in a hundred, percent";
        outcome.small(where + "request without the hook, times alone", offTimes)
                .atLeast(where + "isolation: mean, worst repeat, percent", on.isolationMeanPercent(), least)
                .atLeast(first, on.isolation01OfAllSecondsPercent(), 95)
                .atMost(where + "request: mean, worst repeat, times alone without the hook", times, 2.5)
                .atLeast(VALID + where + "alone, without the hook, it does what it is to do, percent", done, 99)
                .atMost(VALID + where + "requests alone, before and after, differ by, percent", noise, 50);
    }

    private List<Arm> turn(boolean beside) throws Exception {
        List<LoadedDisk> disks = cluster.disks();
        Stream<LoadedDisk> hogged = beside ? disks.stream() : Stream.empty();
        List<Streams> hogs = hogged.map(disk -> disk.reading(HOG, HOG_THREADS)).toList();
        List<Requests> requests = new ArrayList<>();
        try {
            TimeUnit.SECONDS.sleep(beside ? SETTLING_SECONDS : 0);
            cluster.forget();
            for (LoadedDisk disk : disks) {
                requests.add(disk.asking(ASKING, REQUEST_BYTES, perSecond));
            }
            int each = (int) stage.window().toSeconds();
            int end = SETTLING_SECONDS + each * stage.repeats();
            List<DoubleSupplier> counters = new ArrayList<>();
            disks.forEach(disk -> counters.add(disk::bytesMoved));
            hogs.forEach(hog -> counters.add(hog::bytes));
            List<Double> rates = each(Stage.growth(Duration.ofSeconds(end), counters), rate -> rate / MEGA);
            List<Arm> arms = new ArrayList<>();
            for (int disk = 0; disk < disks.size(); disk++) {
                List<Isolation.Served> served = requests.get(disk).served();
                List<Isolation> repeats = numbered(
                        stage.repeats(), i -> Isolation.of(served, SETTLING_SECONDS + i * each, each, perSecond, end));
                Isolation whole = Isolation.of(served, SETTLING_SECONDS, each * stage.repeats(), perSecond, end);
                arms.add(new Arm(
                        each(repeats, Isolation::mean),
                        each(repeats, Isolation::first),
                        each(repeats, repeat -> repeat.requests().mean()),
                        whole.first(),
                        whole,
                        beside ? rates.get(disks.size() + disk) : 0,
                        rates.get(disk)));
            }
            hogs.forEach(Streams::check);
            return arms;
        } finally {
            for (Requests one : requests) {
                one.close();
            }
            hogs.forEach(Streams::close);
        }
    }
}
