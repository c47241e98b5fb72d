package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.SparkJobs;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Scenario of two Spark applications that read HDFS and shuffle all of it over the same disk, of priorities 1 and 4:
 * each one's bytes there, HDFS and local I/O together, without the hook and with the executors in their tenants'
 * control groups.
 */
public final class LocalIo {

    /** A disk so slow that both applications wait for it, and not for processors. */
    private static final int DISK_MIB = 40;

    /** More than an application reads between two drops of the page cache. */
    private static final int FILE_BYTES = 512 << 20;

    /** Each drop of the page cache also drops what was read ahead, which the disk then reads again. */
    private static final int DROP_SECONDS = 5;

    private static final double TIMES = 4;
    private static final double MOST_OFF_PERCENT = 5;
    private static final int SETTLING_SECONDS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** More would be writes that did not reach the disk, or reads that did not come from it. */
    private static final double MOST_KNOWN_PERCENT = 110;

    /** A round of the job is longer than the usual window. */
    private static final int LEAST_WINDOW_SECONDS = 60;

    private static final Path BLKIO = Path.of("/sys/fs/cgroup/blkio");
    private static final String EXECUTORS = "hdfs.throttle.executors";

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "local-io",
            "HDFS reads and shuffle files of two Spark applications are one share of their disk (root)",
            stage -> new LocalIo(stage).play(),
            Choice.READAHEAD,
            Choice.NATIVE);

    private final Stage stage;
    private final SlowDisk disk;
    private final SparkJobs spark;

    private LocalIo(Stage stage) throws IOException {
        this.stage = stage;
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, two files of 512 MiB ...", DISK_MIB);
        disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        spark = SparkJobs.start(stage, Map.of(SlowDisk.DATA, disk.data(), "hdfs.throttle.enabled", "false"));
    }

    /**
     * The bytes that an application moved on the disk; bytes a second in a {@link Repeat}.
     *
     * @param hdfs read from HDFS by its tasks
     * @param local counted by the kernel for its process: shuffle files, read and written
     */
    record Moved(double hdfs, double local) {

        double all() {
            return hdfs + local;
        }

        Moved rateSince(Moved before, double seconds) {
            return new Moved((hdfs - before.hdfs) / seconds, (local - before.local) / seconds);
        }
    }

    /** Rates of both applications and of the disk. */
    record Repeat(Moved light, Moved heavy, double disk) {

        /** The deviation from the proportion of priorities, in percent of it; larger is worse in both directions. */
        double offPercent() {
            return Math.abs(heavy.all() / light.all() / TIMES - 1) * 100;
        }

        /** The two applications' part of the disk's work, in percent. */
        double known() {
            return (light.all() + heavy.all()) / disk * 100;
        }
    }

    private Outcome play() throws Exception {
        Path group =
                BLKIO.resolve("hdfs-throttle-bench-" + ProcessHandle.current().pid());
        boolean holds = delegate(group);
        spark.cluster().coordinator().putTenant("light", 1);
        spark.cluster().coordinator().putTenant("heavy", (int) TIMES);
        Hdfs client = stage.resources().own(Hdfs.untagged(spark.cluster().nameNode()));
        for (String tenant : List.of("light", "heavy")) {
            client.write("/" + tenant, FILE_BYTES, tenant.hashCode());
        }
        disk.flush();
        List<Repeat> uncontrolled = repeats(false);
        Map<String, String> on = new LinkedHashMap<>();
        on.put("hdfs.throttle.enabled", "true");
        on.put(EXECUTORS, holds ? "hold" : "charge");
        on.put(EXECUTORS + ".users", "root");
        if (holds) {
            on.put(EXECUTORS + ".cgroup", group.toString());
        }
        spark.cluster().restartDataNode(on);
        client.awaitReadable("/heavy");
        return outcome(holds, uncontrolled, repeats(true));
    }

    /** Delegates a control group for the executors, where this host has cgroup v1's blkio. */
    private boolean delegate(Path group) throws IOException {
        if (!Files.isDirectory(BLKIO)) {
            stage.say("this host has no blkio of cgroup v1: local I/O is charged, not held");
            return false;
        }
        Files.createDirectory(group);
        stage.resources().own(() -> remove(group));
        return true;
    }

    /** Removes the group and those of tenants in it, which a DataNode leaves that does not end in good order. */
    private static void remove(Path group) throws IOException {
        try (Stream<Path> groups = Files.walk(group)) {
            for (Path each : groups.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(each);
            }
        }
    }

    private List<Repeat> repeats(boolean on) throws Exception {
        List<Repeat> repeats = new ArrayList<>();
        for (int number = 0; number < stage.repeats(); number++) {
            String round = (on ? "-on-" : "-off-") + number;
            try (Shuffler light = Shuffler.start(spark, disk, "light", round, on);
                    Shuffler heavy = Shuffler.start(spark, disk, "heavy", round, on)) {
                light.awaitReading();
                heavy.awaitReading();
                if (on) {
                    await("the DataNode charges both executors")
                            .atMost(PATIENCE)
                            .until(this::areBothCharged);
                }
                Repeat last = measured(light, heavy);
                repeats.add(last);
                stage.say(
                        "%-4s light HDFS %5.1f local %5.1f   heavy HDFS %5.1f local %5.1f MB/s   off 1:4 by %5.1f %%",
                        on ? "on" : "off",
                        last.light().hdfs() / MEGA,
                        last.light().local() / MEGA,
                        last.heavy().hdfs() / MEGA,
                        last.heavy().local() / MEGA,
                        last.offPercent());
            }
        }
        return repeats;
    }

    /** Whether the DataNode has verified both executors, and charges or holds them. */
    private boolean areBothCharged() throws IOException {
        List<?> nodes = (List<?>) spark.cluster().coordinator().get("/v1/nodes").get("nodes");
        List<Object> states = nodes.stream()
                .flatMap(node -> ((List<?>) ((Map<?, ?>) node).get("executors")).stream())
                .<Object>map(executor -> ((Map<?, ?>) executor).get("state"))
                .toList();
        return states.size() == 2 && Set.of("charged", "held").containsAll(states);
    }

    /** Files are read from the disk: clean pages are dropped before an application reads a file again. */
    private Repeat measured(Shuffler light, Shuffler heavy) throws Exception {
        coldFor(SETTLING_SECONDS);
        Moved lightBefore = light.moved();
        Moved heavyBefore = heavy.moved();
        long diskBefore = disk.bytesMoved();
        long from = System.nanoTime();
        coldFor(Math.max(LEAST_WINDOW_SECONDS, stage.window().toSeconds()));
        Moved lightAfter = light.moved();
        Moved heavyAfter = heavy.moved();
        long diskAfter = disk.bytesMoved();
        double seconds = (System.nanoTime() - from) / 1e9;
        return new Repeat(
                lightAfter.rateSince(lightBefore, seconds),
                heavyAfter.rateSince(heavyBefore, seconds),
                (diskAfter - diskBefore) / seconds);
    }

    private static void coldFor(long seconds) throws Exception {
        for (long second = 0; second < seconds; second++) {
            if (second % DROP_SECONDS == 0) {
                PageCache.dropAll();
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static Outcome outcome(boolean holds, List<Repeat> uncontrolled, List<Repeat> controlled) {
        List<List<Repeat>> both = List.of(uncontrolled, controlled);
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put(
                "light",
                each(both, all -> median(each(all, repeat -> repeat.light().all())) / MEGA));
        series.put(
                "heavy",
                each(both, all -> median(each(all, repeat -> repeat.heavy().all())) / MEGA));
        return new Outcome()
                .figure("diskMiBps", DISK_MIB)
                .figure("localIo", holds ? "held" : "charged")
                .figure("uncontrolled", figures(uncontrolled))
                .figure("controlled", figures(controlled))
                .atMost(
                        "HDFS and local I/O together, furthest from 1:4, percent",
                        each(controlled, Repeat::offPercent),
                        MOST_OFF_PERCENT)
                .atLeast(
                        VALID + "without the hook, off 1:4, percent",
                        each(uncontrolled, Repeat::offPercent),
                        MOST_OFF_PERCENT)
                .atMost(
                        VALID + "what both moved, percent of what the disk did",
                        each(controlled, Repeat::known),
                        MOST_KNOWN_PERCENT)
                .atLeast(
                        VALID + "local I/O of the light application, MB/s",
                        smallest(each(controlled, repeat -> repeat.light().local())) / MEGA,
                        0.5)
                .chart(Charts.bars(
                        "HDFS and shuffle files of two applications, 1:4",
                        "MB/s",
                        List.of("uncontrolled", "controlled"),
                        series));
    }

    private static Figures figures(List<Repeat> repeats) {
        return new Figures()
                .megabytes(
                        "lightHdfsMBps", each(repeats, repeat -> repeat.light().hdfs()))
                .megabytes(
                        "lightLocalMBps", each(repeats, repeat -> repeat.light().local()))
                .megabytes(
                        "heavyHdfsMBps", each(repeats, repeat -> repeat.heavy().hdfs()))
                .megabytes(
                        "heavyLocalMBps", each(repeats, repeat -> repeat.heavy().local()))
                .small("offPercent", each(repeats, Repeat::offPercent))
                .small("applicationsPercentOfTheDisk", each(repeats, Repeat::known));
    }
}
