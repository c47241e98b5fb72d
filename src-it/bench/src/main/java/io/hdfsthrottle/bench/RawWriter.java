package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.Rates;
import io.hdfsthrottle.cluster.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/**
 * A job that reads from HDFS beside a process that writes to the same disk without HDFS, through the page cache: alone, beside the
 * writer, and beside the writer with the guard's limit of dirty pages. What the job's reading takes, in times alone.
 */
final class RawWriter implements Scenario {

    private static final int FILE_BYTES = 1 << 30;
    private static final int THREADS = 2;
    private static final String FILE = "/words";
    private static final String LIMIT = "hdfs.throttle.guard.dirty.limit";
    private static final String LIMIT_VALUE = "4m";
    private static final double MOST_TIMES_ALONE = 1.5;
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "raw-writer";
    }

    @Override
    public String shows() {
        return "a writer that knows no HDFS does not slow the readers of its disk down (root)";
    }

    /** Bytes per second: the job's reading, and what the disk took from the writer meanwhile. */
    private record Measured(double alone, double uncontrolled, double guarded, double written, double writtenGuarded) {

        double timesAlone() {
            return alone / uncontrolled;
        }

        double timesAloneGuarded() {
            return alone / guarded;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s, a cluster on it, a file of 1 GiB ...", stage.diskRate());
        SlowDisk disk = SlowDisk.mounted(stage.belongings(), stage.folder(), DiskKind.STEADY, stage.diskRate());
        Cluster cluster = stage.belongings()
                .own(Cluster.start(
                        stage.folder().resolve("cluster"),
                        "3.4",
                        Map.of(
                                "dfs.datanode.data.dir",
                                disk.mount().resolve("data").toUri().toString(),
                                "hdfs.throttle.guard.state.file",
                                stage.folder().resolve("guard").toString())));
        Hdfs client = stage.belongings().own(Hdfs.untagged(cluster.nameNode()));
        client.write(FILE, FILE_BYTES, 1);
        disk.flush();
        Duration round = Duration.ofMillis(1000L * (FILE_BYTES >> 20) / stage.diskRate());
        stage.belongings().own(ColdFiles.all(round.dividedBy(3)));
        List<Measured> all = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            Measured measured = repeat(stage, disk, cluster, client);
            stage.say(
                    "alone %6.1f MB/s   beside the writer %6.1f (%.2fx, it writes %6.1f)   guarded %6.1f (%.2fx, it writes %6.1f)",
                    measured.alone / PaceShares.MEGA,
                    measured.uncontrolled / PaceShares.MEGA,
                    measured.timesAlone(),
                    measured.written / PaceShares.MEGA,
                    measured.guarded / PaceShares.MEGA,
                    measured.timesAloneGuarded(),
                    measured.writtenGuarded / PaceShares.MEGA);
            all.add(measured);
        }
        return outcome(all);
    }

    private static Measured repeat(Stage stage, SlowDisk disk, Cluster cluster, Hdfs client) throws Exception {
        restart(cluster, client, "");
        double alone = reading(stage, client);
        double[] uncontrolled = beside(stage, disk, client);
        restart(cluster, client, LIMIT_VALUE);
        double[] guarded = beside(stage, disk, client);
        return new Measured(alone, uncontrolled[0], guarded[0], uncontrolled[1], guarded[1]);
    }

    private static void restart(Cluster cluster, Hdfs client, String limit) throws InterruptedException {
        cluster.restartDataNode(Map.of(LIMIT, limit));
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!readable(client)) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(FILE + " cannot be read after the DataNode's restart");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
    }

    private static boolean readable(Hdfs client) {
        try (InputStream in = client.open(FILE)) {
            return in.read() >= 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static double reading(Stage stage, Hdfs client) {
        try (Streams streams = Streams.readingParts(client, FILE, THREADS, FILE_BYTES)) {
            Rates.over(SETTLING, List.of(streams));
            double rate = Rates.over(stage.window(), List.of(streams)).get(0);
            if (!streams.errors().isEmpty()) {
                throw new IllegalStateException(
                        "the reader failed", streams.errors().get(0));
            }
            return rate;
        }
    }

    /** What is read, and what is written, per second. */
    private static double[] beside(Stage stage, SlowDisk disk, Hdfs client) throws Exception {
        Path file = disk.mount().resolve("raw");
        Process writer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "while dd if=/dev/zero of=" + file + " bs=1M count=1024 conv=notrunc 2>/dev/null; do :; done")
                .start();
        try {
            TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
            long before = disk.bytesWritten();
            long begun = System.nanoTime();
            double read = reading(stage, client);
            double seconds = (System.nanoTime() - begun) / 1e9;
            return new double[] {read, (disk.bytesWritten() - before) / seconds};
        } finally {
            writer.descendants().forEach(ProcessHandle::destroy);
            writer.destroy();
            writer.waitFor();
            disk.flush();
        }
    }

    private static Outcome outcome(List<Measured> all) {
        List<Double> uncontrolled = all.stream().map(Measured::timesAlone).toList();
        List<Double> guarded = all.stream().map(Measured::timesAloneGuarded).toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("aloneMBps", megabytes(all.stream().map(Measured::alone).toList()));
        figures.put("uncontrolledTimesAlone", Statistics.smallIsGood(uncontrolled));
        figures.put("guardedTimesAlone", Statistics.smallIsGood(guarded));
        figures.put("writtenMBps", megabytes(all.stream().map(Measured::written).toList()));
        figures.put(
                "writtenGuardedMBps",
                megabytes(all.stream().map(Measured::writtenGuarded).toList()));
        CategoryChart chart = new CategoryChartBuilder()
                .width(1000)
                .height(500)
                .title("Reading beside a raw writer, in times alone")
                .xAxisTitle("repeat")
                .yAxisTitle("times alone")
                .build();
        List<Integer> repeats = IntStream.rangeClosed(1, all.size()).boxed().toList();
        chart.addSeries("uncontrolled", repeats, uncontrolled);
        chart.addSeries("with the guard", repeats, guarded);
        return new Outcome(
                figures,
                List.of(Bar.atMost(
                        "reading beside a raw writer, with the guard: times alone",
                        Statistics.largest(guarded),
                        MOST_TIMES_ALONE)),
                List.of(chart));
    }

    private static Map<String, Object> megabytes(List<Double> rates) {
        return Statistics.largeIsGood(
                rates.stream().map(rate -> rate / PaceShares.MEGA).toList());
    }
}
