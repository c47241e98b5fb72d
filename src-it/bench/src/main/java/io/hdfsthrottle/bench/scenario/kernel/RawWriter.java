package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario of Spark's WordCount beside a process that writes to the same disk outside HDFS, through the page cache:
 * alone, beside the writer, and beside the writer with the guard's limit of dirty pages.
 */
public final class RawWriter {

    private static final int DISK_MIB = 40; // a word count waits for it, and not for processors
    private static final int TEXT_MIB = 256;

    public static final Scenario SCENARIO = Scenario.onItsDisk(
            "raw-writer",
            "a writer that knows no HDFS does not slow a Spark job on its disk down (root)",
            RawWriter::play);

    private RawWriter() {}

    /** The count beside the writer, whose time is also told as a multiple of the one alone. */
    private record Beside(double seconds, double timesAlone, double writtenMBps) {}

    private record Repeat(double aloneSeconds, Beside uncontrolled, Beside guarded) {}

    private static Outcome play(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB ...", DISK_MIB, TEXT_MIB);
        SlowDisk disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        disk.unboundDirty();
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(SlowDisk.DATA, disk.data());
        settings.put("hdfs.throttle.guard.state.file", stage.folder() + "/guard");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        WordCount words = WordCount.of(cluster, client, TEXT_MIB);
        disk.flush();
        List<Repeat> repeats = Runs.of(stage, "repeat", () -> {
            restart(cluster, client, "");
            double alone = words.seconds();
            Beside uncontrolled = beside(disk, words, alone);
            restart(cluster, client, "1m");
            return new Repeat(alone, uncontrolled, beside(disk, words, alone));
        });
        List<Beside> uncontrolled = repeats.stream().map(Repeat::uncontrolled).toList();
        List<Beside> guarded = repeats.stream().map(Repeat::guarded).toList();
        List<Double> ofRate = each(uncontrolled, one -> one.writtenMBps() * MEGA / (DISK_MIB << 20) * 100);
        String beside = "WordCount beside a raw writer, ";
        return new Outcome()
                .figure("diskMiBps", DISK_MIB)
                .figure("repeats", Figures.of(repeats))
                .atMost(beside + "with the guard: times alone", each(guarded, Beside::timesAlone), 1.5)
                .atLeast(VALID + beside + "without the guard: times alone", each(uncontrolled, Beside::timesAlone), 1.5)
                .atLeast(VALID + "the writer without the guard, percent of the disk's rate", ofRate, 20)
                .atLeast(VALID + "the writer with the guard, MB/s", each(guarded, Beside::writtenMBps), 1);
    }

    private static void restart(Cluster cluster, Hdfs client, String limit) throws InterruptedException {
        cluster.restartDataNode(Map.of("hdfs.throttle.guard.dirty.limit", limit));
        client.awaitReadable(WordCount.TEXT);
        TimeUnit.SECONDS.sleep(3);
    }

    /**
     * Counts beside a process that repeatedly writes a file and makes it durable: where memory is large, rewriting it
     * would stay below the kernel's limit of dirty pages. HDFS writes nothing meanwhile.
     */
    private static Beside beside(SlowDisk disk, WordCount words, double alone)
            throws IOException, InterruptedException {
        String write = "while dd if=/dev/zero of=%s/raw bs=1M count=256 conv=notrunc,fdatasync 2>/dev/null; do :; done";
        long before = disk.bytesWritten();
        Process writer = new ProcessBuilder("sh", "-c", write.formatted(disk.mount())).start();
        try {
            await("a writer's bytes on the disk")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> disk.bytesWritten() - before >= 32 << 20);
            double written = disk.bytesWritten();
            long from = System.nanoTime();
            double seconds = words.seconds();
            double rate = (disk.bytesWritten() - written) / ((System.nanoTime() - from) / 1e9);
            return new Beside(seconds, seconds / alone, rate / MEGA);
        } finally {
            writer.descendants().forEach(ProcessHandle::destroy);
            writer.destroy();
            writer.waitFor();
            disk.flush();
        }
    }
}
