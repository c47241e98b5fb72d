package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.disk.DirectWriter;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Scenario of Spark's WordCount beside a process that writes to the same disk outside HDFS, through the page cache:
 * alone, beside the writer, and beside the writer with the guard's limit of dirty pages. The count's duration, as a
 * multiple of that alone.
 */
public final class RawWriter implements Scenario {

    /** A disk so slow that a word count waits for it, and not for processors. */
    private static final int DISK_MIB = 40;

    private static final int TEXT_MIB = 256;
    private static final String LIMIT = "hdfs.throttle.guard.dirty.limit";
    private static final String LIMIT_VALUE = "1m";
    private static final double MOST_TIMES_ALONE = 1.5;
    private static final double LEAST_WRITTEN_PERCENT = 20;
    private static final Duration SETTLING = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "raw-writer";
    }

    @Override
    public String shows() {
        return "a writer that knows no HDFS does not slow a Spark job on its disk down (root)";
    }

    /** The duration of the count in seconds, and the disk's rate for the writer meanwhile in bytes per second. */
    private record Beside(double seconds, double written) {}

    private record Measured(double alone, Beside uncontrolled, Beside guarded) {

        double timesAlone() {
            return uncontrolled.seconds() / alone;
        }

        double timesAloneGuarded() {
            return guarded.seconds() / alone;
        }
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD, Choice.NATIVE);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB ...", DISK_MIB, TEXT_MIB);
        SlowDisk disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        disk.unboundDirty();
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put(
                "hdfs.throttle.guard.state.file",
                stage.folder().resolve("guard").toString());
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        WordCount words = WordCount.of(cluster, client, TEXT_MIB);
        disk.flush();
        List<Measured> all = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            restart(cluster, client, words, "");
            double alone = words.seconds();
            Beside uncontrolled = beside(disk, words);
            restart(cluster, client, words, LIMIT_VALUE);
            Measured measured = new Measured(alone, uncontrolled, beside(disk, words));
            stage.say(
                    "alone %5.1f s   beside the writer %5.1f s (%.2fx, it writes %5.1f MB/s)   guarded %5.1f s (%.2fx, it writes %5.1f MB/s)",
                    alone,
                    uncontrolled.seconds(),
                    measured.timesAlone(),
                    uncontrolled.written() / Statistics.MEGA,
                    measured.guarded().seconds(),
                    measured.timesAloneGuarded(),
                    measured.guarded().written() / Statistics.MEGA);
            all.add(measured);
        }
        return outcome(all);
    }

    private static void restart(Cluster cluster, Hdfs client, WordCount words, String limit)
            throws InterruptedException {
        cluster.restartDataNode(Map.of(LIMIT, limit));
        client.awaitReadable(words.text());
        TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
    }

    private static Beside beside(SlowDisk disk, WordCount words) throws Exception {
        DirectWriter writer = DirectWriter.start(disk);
        try {
            double seconds = words.seconds();
            return new Beside(seconds, writer.rate());
        } finally {
            writer.stop();
        }
    }

    private static Outcome outcome(List<Measured> all) {
        List<Double> uncontrolled = all.stream().map(Measured::timesAlone).toList();
        List<Double> guarded = all.stream().map(Measured::timesAloneGuarded).toList();
        List<Double> written =
                all.stream().map(measured -> measured.uncontrolled().written()).toList();
        List<Double> writtenGuarded =
                all.stream().map(measured -> measured.guarded().written()).toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", DISK_MIB);
        figures.put(
                "aloneSeconds",
                Statistics.smallIsGood(all.stream().map(Measured::alone).toList()));
        figures.put("uncontrolledTimesAlone", Statistics.smallIsGood(uncontrolled));
        figures.put("guardedTimesAlone", Statistics.smallIsGood(guarded));
        figures.put("writtenMBps", Statistics.megabytes(written));
        figures.put("writtenGuardedMBps", Statistics.megabytes(writtenGuarded));
        List<Bar> bars = List.of(
                Bar.atMost(
                        "WordCount beside a raw writer, with the guard: times alone",
                        Statistics.largest(guarded),
                        MOST_TIMES_ALONE),
                Bar.atLeast(
                        "valid run: WordCount beside a raw writer, without the guard: times alone",
                        Statistics.smallest(uncontrolled),
                        MOST_TIMES_ALONE),
                Bar.atLeast(
                        "valid run: the writer without the guard, percent of the disk's rate",
                        Statistics.smallest(written) / ((double) DISK_MIB * (1 << 20)) * 100,
                        LEAST_WRITTEN_PERCENT),
                Bar.atLeast(
                        "valid run: the writer with the guard, MB/s",
                        Statistics.smallest(writtenGuarded) / Statistics.MEGA,
                        1));
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put("uncontrolled", uncontrolled);
        series.put("with the guard", guarded);
        List<String> repeats = IntStream.rangeClosed(1, all.size())
                .mapToObj(repeat -> "repeat " + repeat)
                .toList();
        return new Outcome(
                figures, bars, List.of(Charts.bars("WordCount beside a raw writer", "times alone", repeats, series)));
    }
}
