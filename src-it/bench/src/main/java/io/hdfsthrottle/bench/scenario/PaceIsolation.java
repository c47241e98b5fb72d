package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Requests;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Isolation;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of a tenant whose demand is below its due, beside one with sixteen times its threads and unlimited demand.
 * Its requests are compared with the same requests alone on the same disk without the hook, before and after.
 */
public final class PaceIsolation implements Scenario {

    private static final int ASKING = 0;
    private static final int HOG = 1;
    private static final int HOG_THREADS = 16;
    private static final int REQUEST_BYTES = 4 << 20;

    /** Its demand as a fraction of the disk's rate, including what is read beyond; its weight earns it half. */
    private static final double ASKS = 0.4;

    private static final int SETTLING_SECONDS = 4;
    private static final double LEAST_MEAN_PERCENT = 99;
    private static final double LEAST_FIRST_PERCENT = 95;
    private static final double MOST_TIMES_ALONE = 2.5;

    /** A baseline lengthened by one disturbance would make every ratio small. */
    private static final double MOST_NOISE_PERCENT = 50;

    @Override
    public String name() {
        return "pace-isolation";
    }

    @Override
    public String shows() {
        return "a tenant beside one with sixteen times its threads is served as if it were alone";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.DISKS, Choice.READAHEAD, Choice.NATIVE);
    }

    /**
     * The measurements on one disk.
     *
     * @param repeats the seconds of each repeat
     * @param whole all of them
     * @param hog the rate of the tenant with unlimited demand, and {@code disk} that of the disk, in bytes a second
     */
    private record Arm(List<Isolation> repeats, Isolation whole, double hog, double disk) {

        List<Double> all(ToDoubleFunction<Isolation> figure) {
            return repeats.stream().map(figure::applyAsDouble).toList();
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("isolationMeanPercent", Statistics.largeIsGood(all(Isolation::mean)));
            members.put("isolation01Percent", Statistics.largeIsGood(all(Isolation::first)));
            members.put("isolation01OfAllSecondsPercent", Statistics.jsonNumber(whole.first()));
            members.put("requestMillisMean", Statistics.smallIsGood(all(each -> each.requests()
                    .mean())));
            members.put("requests", whole.requests().members());
            members.put("hogMBps", Statistics.jsonNumber(hog / Statistics.MEGA));
            members.put("diskMBps", Statistics.jsonNumber(disk / Statistics.MEGA));
            members.put("seconds", whole.percents().size());
            return members;
        }
    }

    /** All arms of one disk; {@code off} and {@code offAgain} are alone without the hook, before and after. */
    private record Played(Arm off, Arm offBeside, Arm on, Arm onBeside, Arm offAgain) {

        private List<Double> baselines() {
            return Stream.concat(
                            off.all(each -> each.requests().mean()).stream(),
                            offAgain.all(each -> each.requests().mean()).stream())
                    .toList();
        }

        /** The request time of each repeat beside the hog, as a multiple of that alone on the uncontended disk. */
        List<Double> timesAlone(Arm beside) {
            double alone = Latencies.ofAll(
                            List.of(off.whole().requests(), offAgain.whole().requests()))
                    .mean();
            return beside.all(each -> each.requests().mean() / alone);
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("offAlone", off.members());
            members.put("offBeside", offBeside.members());
            members.put("onAlone", on.members());
            members.put("onBeside", onBeside.members());
            members.put("offAloneAgain", offAgain.members());
            members.put("aloneNoisePercent", Statistics.jsonNumber(Statistics.noisePercent(baselines())));
            members.put("onBesideTimesAlone", Statistics.smallIsGood(timesAlone(onBeside)));
            members.put("offBesideTimesAlone", Statistics.smallIsGood(timesAlone(offBeside)));
            return members;
        }

        List<Bar> bars(String where) {
            return List.of(
                    Bar.atLeast(
                            where + "isolation: mean, worst repeat, percent",
                            Statistics.smallest(onBeside.all(Isolation::mean)),
                            LEAST_MEAN_PERCENT),
                    Bar.atLeast(
                            where + "isolation: all seconds but one in a hundred, percent",
                            onBeside.whole().first(),
                            LEAST_FIRST_PERCENT),
                    Bar.atMost(
                            where + "request: mean, worst repeat, times alone without the hook",
                            Statistics.largest(timesAlone(onBeside)),
                            MOST_TIMES_ALONE),
                    Bar.atLeast(
                            Validity.VALID + where + "alone, without the hook, it does what it is to do, percent",
                            Math.min(off.whole().mean(), offAgain.whole().mean()),
                            LEAST_MEAN_PERCENT),
                    Bar.atMost(
                            Validity.VALID + where + "requests alone, before and after, differ by, percent",
                            Statistics.noisePercent(baselines()),
                            MOST_NOISE_PERCENT));
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        double perSecond = Math.floor(ASKS * stage.diskRate() * (1 << 20) / (REQUEST_BYTES + readBeyond(stage)));
        if (perSecond < 1) {
            throw new IllegalArgumentException(
                    "with this readahead no request a second fits into two fifths of the disk; a higher --rate or a lower --readahead does");
        }
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, 2)) {
            stage.say("equal weights; %.1f requests of 4 MiB a second, beside %d streams", perSecond, HOG_THREADS);
            cluster.weigh(ASKING, 1);
            cluster.weigh(HOG, 1);
            cluster.hook(false);
            List<Arm> off = arm(stage, cluster, perSecond, "off, alone");
            List<Arm> offBeside = beside(stage, cluster, perSecond, "off, beside");
            cluster.hook(true);
            List<Arm> on = arm(stage, cluster, perSecond, "on, alone");
            List<Arm> onBeside = beside(stage, cluster, perSecond, "on, beside");
            long errors = cluster.hookErrors();
            String charge = cluster.charge();
            cluster.hook(false);
            List<Arm> offAgain = arm(stage, cluster, perSecond, "off, alone again");
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("diskMiBps", stage.diskRate());
            figures.put("requestsPerSecond", perSecond);
            figures.put("hookErrors", errors);
            figures.put("charge", charge);
            List<Bar> bars = new ArrayList<>();
            List<Played> played = new ArrayList<>();
            for (int i = 0; i < off.size(); i++) {
                Played each = new Played(off.get(i), offBeside.get(i), on.get(i), onBeside.get(i), offAgain.get(i));
                played.add(each);
                figures.put("disk " + (i + 1), each.members());
                bars.addAll(each.bars(off.size() == 1 ? "" : "disk " + (i + 1) + ", "));
            }
            bars.add(Bar.atMost("errors that the hook caught", (double) errors, 0));
            return new Outcome(figures, bars, List.of(chart(played.get(0))));
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

    private static List<Arm> beside(Stage stage, SlowDiskCluster cluster, double perSecond, String under)
            throws Exception {
        List<Streams> hogs = cluster.disks().stream()
                .map(disk -> disk.reading(HOG, HOG_THREADS))
                .toList();
        try {
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            List<Long> before = hogs.stream().map(Streams::bytes).toList();
            long from = System.nanoTime();
            List<Arm> arms = arm(stage, cluster, perSecond, under);
            double seconds = (System.nanoTime() - from) / 1e9;
            hogs.forEach(Streams::check);
            return IntStream.range(0, arms.size())
                    .mapToObj(i -> new Arm(
                            arms.get(i).repeats(),
                            arms.get(i).whole(),
                            (hogs.get(i).bytes() - before.get(i)) / seconds,
                            arms.get(i).disk()))
                    .toList();
        } finally {
            hogs.forEach(Streams::close);
        }
    }

    private static List<Arm> arm(Stage stage, SlowDiskCluster cluster, double perSecond, String under)
            throws Exception {
        cluster.forget();
        List<LoadedDisk> disks = cluster.disks();
        List<Requests> requests = disks.stream()
                .map(disk -> disk.asking(ASKING, REQUEST_BYTES, perSecond))
                .toList();
        try {
            List<Long> before = disks.stream().map(LoadedDisk::bytesMoved).toList();
            int each = (int) stage.window().toSeconds();
            double took = each * (double) stage.repeats() + SETTLING_SECONDS;
            Rates.over(Duration.ofMillis((long) (took * 1000)), List.of());
            List<Arm> arms = new ArrayList<>();
            for (int i = 0; i < disks.size(); i++) {
                arms.add(arm(stage, requests.get(i), perSecond, (disks.get(i).bytesMoved() - before.get(i)) / took));
                stage.say("%-16s disk %d %s", under, i + 1, arms.get(i).members());
            }
            return arms;
        } finally {
            requests.forEach(Requests::close);
        }
    }

    private static Arm arm(Stage stage, Requests requests, double perSecond, double moved) {
        int each = (int) stage.window().toSeconds();
        int end = SETTLING_SECONDS + each * stage.repeats();
        var served = requests.served();
        List<Isolation> repeats = IntStream.range(0, stage.repeats())
                .mapToObj(i -> Isolation.of(served, SETTLING_SECONDS + i * each, each, perSecond, end))
                .toList();
        Isolation whole = Isolation.of(served, SETTLING_SECONDS, each * stage.repeats(), perSecond, end);
        return new Arm(repeats, whole, 0, moved);
    }

    private static Chart<?, ?> chart(Played played) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        lines.put("alone, hook off", line(played.off()));
        lines.put("beside, hook off", line(played.offBeside()));
        lines.put("alone, hook on", line(played.on()));
        lines.put("beside, hook on", line(played.onBeside()));
        return Charts.lines(
                "Isolation from a neighbour with 16 times the threads",
                "second",
                "percent of what it was to do",
                lines);
    }

    private static Charts.Line line(Arm arm) {
        List<Double> percents = arm.whole().percents();
        return new Charts.Line(
                IntStream.range(0, percents.size()).mapToObj(i -> (double) i).toList(), percents);
    }
}
