package io.hdfsthrottle.bench.scenario.local;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
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
public final class LocalIo implements Scenario {

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

    @Override
    public String name() {
        return "local-io";
    }

    @Override
    public String shows() {
        return "HDFS reads and shuffle files of two Spark applications are one share of their disk (root)";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD, Choice.NATIVE);
    }

    private record Repeat(MovedBytes light, MovedBytes heavy, double disk) {
        double offPercent() {
            return MovedBytes.offPercent(light, heavy, TIMES);
        }

        /** The two applications' part of the disk's work, in percent. */
        double known() {
            return (light.all() + heavy.all()) / disk * 100;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, two files of 512 MiB ...", DISK_MIB);
        SlowDisk disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        Path group =
                BLKIO.resolve("hdfs-throttle-bench-" + ProcessHandle.current().pid());
        boolean holds = delegate(stage, group);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put("hdfs.throttle.enabled", "false");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        cluster.coordinator().putTenant("light", 1);
        cluster.coordinator().putTenant("heavy", (int) TIMES);
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        for (String tenant : List.of("light", "heavy")) {
            client.write("/" + tenant, FILE_BYTES, tenant.hashCode());
        }
        disk.flush();
        List<Repeat> uncontrolled = repeats(stage, cluster, disk, false);
        Map<String, String> on = new LinkedHashMap<>();
        on.put("hdfs.throttle.enabled", "true");
        on.put(EXECUTORS, holds ? "hold" : "charge");
        on.put(EXECUTORS + ".users", "root");
        if (holds) {
            on.put(EXECUTORS + ".cgroup", group.toString());
        }
        cluster.restartDataNode(on);
        client.awaitReadable("/heavy");
        List<Repeat> controlled = repeats(stage, cluster, disk, true);
        return outcome(holds, uncontrolled, controlled);
    }

    /** Delegates a control group for the executors, where this host has cgroup v1's blkio. */
    private static boolean delegate(Stage stage, Path group) throws IOException {
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

    private static List<Repeat> repeats(Stage stage, Cluster cluster, SlowDisk disk, boolean on) throws Exception {
        List<Repeat> repeats = new ArrayList<>();
        SparkHost spark = SparkHost.version(cluster.rig(), "3.5");
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            String round = (on ? "-on-" : "-off-") + repeat;
            try (Shuffler light = shuffler(cluster, spark, disk, "light", round, on);
                    Shuffler heavy = shuffler(cluster, spark, disk, "heavy", round, on)) {
                light.awaitReading();
                heavy.awaitReading();
                if (on) {
                    awaitCharged(cluster);
                }
                repeats.add(measure(stage, disk, light, heavy));
            }
            Repeat last = repeats.get(repeat);
            stage.say(
                    "%-4s light HDFS %5.1f local %5.1f   heavy HDFS %5.1f local %5.1f MB/s   off 1:4 by %5.1f %%",
                    on ? "on" : "off",
                    last.light().hdfs() / Statistics.MEGA,
                    last.light().local() / Statistics.MEGA,
                    last.heavy().hdfs() / Statistics.MEGA,
                    last.heavy().local() / Statistics.MEGA,
                    last.offPercent());
        }
        return repeats;
    }

    /** Waits until the DataNode has verified both executors, and charges or holds them. */
    private static void awaitCharged(Cluster cluster) {
        await("the DataNode charges both executors").atMost(PATIENCE).until(() -> {
            List<Map<String, Object>> executors = executors(cluster);
            return executors.size() == 2 && executors.stream().allMatch(LocalIo::isCharged);
        });
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> executors(Cluster cluster) throws IOException {
        List<Map<String, Object>> nodes = (List<Map<String, Object>>)
                cluster.coordinator().get("/v1/nodes").get("nodes");
        return nodes.stream()
                .flatMap(node -> ((List<Map<String, Object>>) node.get("executors")).stream())
                .toList();
    }

    private static boolean isCharged(Map<String, Object> executor) {
        return Set.of("charged", "held").contains(executor.get("state"));
    }

    private static Shuffler shuffler(
            Cluster cluster, SparkHost spark, SlowDisk disk, String tenant, String round, boolean on)
            throws IOException {
        Map<String, String> plugin = new LinkedHashMap<>();
        if (on) {
            plugin.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
            plugin.put(
                    "spark.hdfs.throttle.coordinator",
                    cluster.coordinator().url().toString());
            plugin.put("spark.hdfs.throttle.tenant", tenant);
        }
        Path local = disk.mount().resolve("local-" + tenant + round);
        return Shuffler.start(cluster, spark, tenant + round, "/" + tenant, local, plugin);
    }

    /** Files are read from the disk: clean pages are dropped before an application reads a file again. */
    private static Repeat measure(Stage stage, SlowDisk disk, Shuffler light, Shuffler heavy) throws Exception {
        coldFor(SETTLING_SECONDS);
        long[] before = sample(disk, light, heavy);
        long from = System.nanoTime();
        coldFor(Math.max(LEAST_WINDOW_SECONDS, stage.window().toSeconds()));
        long[] after = sample(disk, light, heavy);
        double seconds = (System.nanoTime() - from) / 1e9;
        double[] rates = new double[before.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (after[i] - before[i]) / seconds;
        }
        return new Repeat(new MovedBytes(rates[0], rates[1]), new MovedBytes(rates[2], rates[3]), rates[4]);
    }

    private static long[] sample(SlowDisk disk, Shuffler light, Shuffler heavy) throws IOException {
        return new long[] {
            light.hdfsBytes(), light.localBytes(), heavy.hdfsBytes(), heavy.localBytes(), disk.bytesMoved()
        };
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
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", DISK_MIB);
        figures.put("localIo", holds ? "held" : "charged");
        figures.put("uncontrolled", members(uncontrolled));
        figures.put("controlled", members(controlled));
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atMost(
                "HDFS and local I/O together, furthest from 1:4, percent",
                Statistics.largest(controlled.stream().map(Repeat::offPercent).toList()),
                MOST_OFF_PERCENT));
        bars.add(Bar.atLeast(
                Validity.VALID + "without the hook, off 1:4, percent",
                Statistics.smallest(
                        uncontrolled.stream().map(Repeat::offPercent).toList()),
                MOST_OFF_PERCENT));
        bars.add(Bar.atMost(
                Validity.VALID + "what both moved, percent of what the disk did",
                Statistics.largest(controlled.stream().map(Repeat::known).toList()),
                MOST_KNOWN_PERCENT));
        bars.add(Bar.atLeast(
                Validity.VALID + "local I/O of the light application, MB/s",
                Statistics.smallest(controlled.stream()
                                .map(each -> each.light().local())
                                .toList())
                        / Statistics.MEGA,
                0.5));
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put("light", rates(uncontrolled, controlled, true));
        series.put("heavy", rates(uncontrolled, controlled, false));
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "HDFS and shuffle files of two applications, 1:4",
                        "MB/s",
                        List.of("uncontrolled", "controlled"),
                        series)));
    }

    private static List<Double> rates(List<Repeat> uncontrolled, List<Repeat> controlled, boolean light) {
        List<Double> medians = new ArrayList<>();
        for (List<Repeat> each : List.of(uncontrolled, controlled)) {
            medians.add(Statistics.median(each.stream()
                            .map(repeat -> (light ? repeat.light() : repeat.heavy()).all())
                            .toList())
                    / Statistics.MEGA);
        }
        return medians;
    }

    private static Map<String, Object> members(List<Repeat> repeats) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(
                "lightHdfsMBps",
                Statistics.megabytes(
                        repeats.stream().map(each -> each.light().hdfs()).toList()));
        members.put(
                "lightLocalMBps",
                Statistics.megabytes(
                        repeats.stream().map(each -> each.light().local()).toList()));
        members.put(
                "heavyHdfsMBps",
                Statistics.megabytes(
                        repeats.stream().map(each -> each.heavy().hdfs()).toList()));
        members.put(
                "heavyLocalMBps",
                Statistics.megabytes(
                        repeats.stream().map(each -> each.heavy().local()).toList()));
        members.put(
                "offPercent",
                Statistics.smallIsGood(repeats.stream().map(Repeat::offPercent).toList()));
        members.put(
                "applicationsPercentOfTheDisk",
                Statistics.smallIsGood(repeats.stream().map(Repeat::known).toList()));
        return members;
    }
}
