package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DirectWriter;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Scenario of Spark's WordCount beside a process that writes to the same disk outside HDFS, through the page cache:
 * alone, beside the writer, and beside the writer with the guard's limit of dirty pages. The count's duration, as a
 * multiple of that alone.
 */
public final class RawWriter {

    /** A disk so slow that a word count waits for it, and not for processors. */
    private static final int DISK_MIB = 40;

    private static final int TEXT_MIB = 256;
    private static final String LIMIT = "hdfs.throttle.guard.dirty.limit";
    private static final String LIMIT_VALUE = "1m";
    private static final Duration SETTLING = Duration.ofSeconds(3);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "raw-writer",
            "a writer that knows no HDFS does not slow a Spark job on its disk down (root)",
            RawWriter::play,
            READAHEAD,
            NATIVE);

    private RawWriter() {}

    /** The duration of the count in seconds, and the disk's rate for the writer meanwhile in bytes per second. */
    private record Beside(double seconds, double written) {}

    private record Measured(double alone, Beside uncontrolled, Beside guarded) {}

    private static Outcome play(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB ...", DISK_MIB, TEXT_MIB);
        SlowDisk disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        disk.unboundDirty();
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(SlowDisk.DATA, disk.data());
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
            Beside guarded = beside(disk, words);
            all.add(new Measured(alone, uncontrolled, guarded));
            stage.say("alone %.1f s, beside the writer %s, guarded %s", alone, uncontrolled, guarded);
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
        List<Double> uncontrolled =
                each(all, measured -> measured.uncontrolled().seconds() / measured.alone());
        List<Double> guarded = each(all, measured -> measured.guarded().seconds() / measured.alone());
        List<Double> written = each(all, measured -> measured.uncontrolled().written() / MEGA);
        List<Double> writtenGuarded = each(all, measured -> measured.guarded().written() / MEGA);
        String beside = "WordCount beside a raw writer, ";
        return new Outcome()
                .figure("diskMiBps", DISK_MIB)
                .small("aloneSeconds", each(all, Measured::alone))
                .small("uncontrolledTimesAlone", uncontrolled)
                .small("guardedTimesAlone", guarded)
                .figure("writtenMBps", Statistics.largeIsGood(written))
                .figure("writtenGuardedMBps", Statistics.largeIsGood(writtenGuarded))
                .atMost(beside + "with the guard: times alone", guarded, 1.5)
                .atLeast(Validity.VALID + beside + "without the guard: times alone", uncontrolled, 1.5)
                .atLeast(
                        Validity.VALID + "the writer without the guard, percent of the disk's rate",
                        each(written, megabytes -> megabytes * MEGA / (DISK_MIB << 20) * 100),
                        20)
                .atLeast(Validity.VALID + "the writer with the guard, MB/s", writtenGuarded, 1)
                .chart(Charts.bars(
                        "WordCount beside a raw writer",
                        "times alone",
                        IntStream.rangeClosed(1, all.size())
                                .mapToObj(repeat -> "repeat " + repeat)
                                .toList(),
                        Map.of("uncontrolled", uncontrolled, "with the guard", guarded)));
    }
}
