package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.localio.ProcessIo;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Two Spark applications, of priorities 1 and 4, that read HDFS and shuffle all of it over the same disk, without the
 * hook and with the executors in their tenants' control groups.
 */
public final class LocalIo {

    /** A disk so slow that both applications wait for it, and not for processors. */
    private static final int DISK_MIB = 40;

    /** An application of several jobs at once, and so much for each that none reads anything twice. */
    private static final int JOBS = 3;

    private static final int FILE_BYTES = 512 << 20;

    private static final int TIMES = 4;
    private static final double MOST_OFF_PERCENT = 5;
    private static final double LEAST_MOVED_PERCENT = 95;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Path BLKIO = Path.of("/sys/fs/cgroup/blkio");
    private static final String EXECUTORS = "hdfs.throttle.executors";

    private static final Map<String, String> SHUFFLING = Map.of(
            "spark.shuffle.file.buffer", "512k",
            "spark.hadoop.mapreduce.input.fileinputformat.split.maxsize", Integer.toString(32 << 20),
            "spark.shuffle.compress", "false",
            "spark.shuffle.spill.compress", "false");

    public static final Scenario SCENARIO = Scenario.onItsDisk(
            "local-io",
            "HDFS reads and shuffle files of two Spark applications are one share of their disk (root)",
            stage -> new LocalIo(stage).play());

    private final Stage stage;
    private final SlowDisk disk;
    private final SparkJobs spark;

    private LocalIo(Stage stage) throws IOException {
        this.stage = stage;
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, six files of 512 MiB ...", DISK_MIB);
        disk = stage.with(DISK_MIB, Map.of()).slowDisk(DiskKind.SHARED);
        spark = SparkJobs.start(stage, Map.of(SlowDisk.DATA, disk.data(), "hdfs.throttle.enabled", "false"));
    }

    /**
     * One window: what tasks read from HDFS, and what the kernel counted for their processes, which is shuffle files;
     * the deviation from the proportion of priorities, in percent of it.
     */
    record Run(
            double lightHdfsMBps,
            double lightLocalMBps,
            double heavyHdfsMBps,
            double heavyLocalMBps,
            double offPercent,
            double applicationsPercentOfTheDisk) {

        static Run of(double lightHdfs, double lightLocal, double heavyHdfs, double heavyLocal, double disk) {
            double light = lightHdfs + lightLocal;
            double heavy = heavyHdfs + heavyLocal;
            double off = Math.abs(heavy / light / TIMES - 1) * 100;
            return new Run(lightHdfs, lightLocal, heavyHdfs, heavyLocal, off, (light + heavy) / disk * 100);
        }

        double movedMBps() {
            return lightHdfsMBps + lightLocalMBps + heavyHdfsMBps + heavyLocalMBps;
        }
    }

    private Outcome play() throws Exception {
        spark.cluster().coordinator().putTenant("light", 1);
        spark.cluster().coordinator().putTenant("heavy", TIMES);
        Hdfs client = stage.resources().own(Hdfs.untagged(spark.cluster().nameNode()));
        for (int job = 0; job < JOBS; job++) {
            client.write("/light" + job, FILE_BYTES, job);
            client.write("/heavy" + job, FILE_BYTES, JOBS + job);
        }
        disk.flush();
        List<Run> off = Runs.of(stage, "off", () -> run(false));
        Map<String, String> on = new HashMap<>(
                Map.of("hdfs.throttle.enabled", "true", EXECUTORS, "charge", EXECUTORS + ".users", "root"));
        if (Files.isDirectory(BLKIO)) {
            // A DataNode that does not end in good order leaves groups of tenants in it.
            long process = ProcessHandle.current().pid();
            String group = BLKIO + "/hdfs-throttle-bench-" + process;
            stage.resources().own(() -> SystemCommands.output("find", group, "-type", "d", "-delete"));
            Files.createDirectory(Path.of(group));
            on.put(EXECUTORS, "hold");
            on.put(EXECUTORS + ".cgroup", group);
        } else {
            stage.say("this host has no blkio of cgroup v1: local I/O is charged, not held");
        }
        spark.cluster().restartDataNode(on);
        client.awaitReadable("/heavy0");
        List<Run> shared = Runs.of(stage, "on", () -> run(true));
        // More than all that the disk did would be writes that did not reach it, or reads that did not come from it.
        String moved = VALID + "what both moved, percent of what the disk did";
        String apart = "HDFS and local I/O together, furthest from 1:4, percent";
        double alike = median(each(off, Run::movedMBps)) / 100;
        return new Outcome()
                .figure("diskMiBps", DISK_MIB)
                .figure("localIo", on.get(EXECUTORS).equals("hold") ? "held" : "charged")
                .figure("uncontrolled", Figures.of(off))
                .figure("controlled", Figures.of(shared))
                .atMost(apart, each(shared, Run::offPercent), MOST_OFF_PERCENT)
                .atLeast(
                        "both together, percent of what they move without the hook",
                        each(shared, run -> run.movedMBps() / alike),
                        LEAST_MOVED_PERCENT)
                .atLeast(VALID + "without the hook, off 1:4, percent", each(off, Run::offPercent), MOST_OFF_PERCENT)
                .atMost(moved, each(shared, Run::applicationsPercentOfTheDisk), 110)
                .atLeast(VALID + "local I/O of the light application, MB/s", each(shared, Run::lightLocalMBps), 0.5);
    }

    private Run run(boolean on) throws Exception {
        PageCache.dropAll();
        Shuffler light = submitted("light", on);
        Shuffler heavy = submitted("heavy", on);
        try (JavaProcess one = light.process;
                JavaProcess other = heavy.process) {
            one.awaitReady(PATIENCE, () -> light.hdfs() > 0);
            other.awaitReady(PATIENCE, () -> heavy.hdfs() > 0);
            if (on) {
                await("the DataNode charges both executors").atMost(PATIENCE).until(this::areBothCharged);
            }
            // By then tasks have used what was read ahead for all of them at the start, before anybody was known.
            TimeUnit.SECONDS.sleep(30);
            double[] before = moved(light, heavy);
            long from = System.nanoTime();
            TimeUnit.SECONDS.sleep(Math.max(120, stage.window().toSeconds())); // several stages
            double[] rates = moved(light, heavy);
            double seconds = (System.nanoTime() - from) / 1e9;
            for (int i = 0; i < rates.length; i++) {
                rates[i] = (rates[i] - before[i]) / seconds / MEGA;
            }
            return Run.of(rates[0], rates[1], rates[2], rates[3], rates[4]);
        }
    }

    private double[] moved(Shuffler light, Shuffler heavy) throws IOException {
        return new double[] {light.hdfs(), light.local(), heavy.hdfs(), heavy.local(), disk.bytesMoved()};
    }

    private boolean areBothCharged() throws IOException {
        List<String> states = spark.cluster().coordinator().list("/v1/nodes", "nodes").stream()
                .flatMap(node -> ((List<?>) node.get("executors")).stream())
                .map(executor -> String.valueOf(((Map<?, ?>) executor).get("state")))
                .toList();
        return states.size() == 2 && Set.of("charged", "held").containsAll(states);
    }

    /**
     * Submits an application, with the plugin or without, that reads its tenant's files and shuffles them: three jobs at
     * once, for with one it would want less than its share whenever a stage ends, and so many tasks that some
     * read HDFS while others write shuffle files. These are written to the disk at once, because cgroup v1 attributes
     * what is written to memory to no process (kernel: Documentation/admin-guide/cgroup-v1/blkio-controller).
     */
    private Shuffler submitted(String tenant, boolean on) throws IOException {
        Path timeline = spark.file("timeline");
        String name = spark.file("local").getFileName().toString();
        Path local = Files.createDirectories(disk.mount().resolve(name));
        String unused = SystemCommands.output("chattr", "+S", local.toString());
        Map<String, String> settings = on ? spark.withPlugin(tenant) : spark.withoutPlugin();
        settings.putAll(SHUFFLING);
        settings.put("spark.local.dir", local.toString());
        String never = spark.file("until").toString();
        Map<String, String> arguments = new HashMap<>(Map.of("partitions", "16", "jobs", "" + JOBS, "until", never));
        arguments.put("file", "/" + tenant);
        arguments.put("timeline", timeline.toString());
        SparkJobs.Job job = spark.submit("local[8]", "ShuffleJob", settings, arguments);
        return new Shuffler(job.process(), timeline);
    }

    /** A running application, and the file where it notes what its tasks have read. */
    private record Shuffler(JavaProcess process, Path timeline) {

        /** The bytes that its tasks have read; the last line of the timeline may be incomplete. */
        double hdfs() throws IOException {
            List<String> lines = Files.readAllLines(timeline);
            return lines.size() < 2 ? 0 : SparkJobs.number(JSON.std.mapFrom(lines.get(lines.size() - 2)), "bytes");
        }

        double local() throws IOException {
            String counters = Files.readString(Path.of("/proc/" + process.pid() + "/io"));
            return ProcessIo.parse(counters).map(ProcessIo::bytes).orElseThrow();
        }
    }
}
