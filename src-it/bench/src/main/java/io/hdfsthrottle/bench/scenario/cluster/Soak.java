package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.scenario.Scenario.Choice.COUNT;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.MINUTES;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Scenario: two DataNodes, two coordinators, Spark applications and plain clients, while the policy changes, disks fail
 * and everything is killed once in a while, in an order that the seed decides. Nothing may fail, grow or stay wrong.
 */
public final class Soak {

    private static final int FILE_BYTES = 512 << 20;
    private static final int OWN_BYTES = 8 << 20;
    private static final int THREADS = 8;
    private static final Duration JOB = Duration.ofMinutes(5);
    private static final Duration CALMING = Duration.ofSeconds(20);
    private static final Map<String, String> TWICE = Map.of("dfs.replication", "2");
    private static final Pattern GENERATION = Pattern.compile("(?m)^ *(?:def new|tenured)[^\\n]*used (\\d+)K");

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "soak",
                    "whatever is killed or fails, no read fails, shares return within 10 s, and nothing grows",
                    Soak::play,
                    MINUTES,
                    COUNT)
            .usually(150, 38);

    /** What goes wrong for a while. */
    private enum Trouble {
        DATANODE_KILLED,
        LEADER_KILLED,
        LEADER_FROZEN,
        ZOOKEEPER_KILLED,
        DISK_HANGS,
        DISK_SLOW,
        DISK_RETRIES,
        POLICY_CHANGED
    }

    /** What a process has in use. */
    private record Footprint(double heapMiB, double threads, double descriptors, double files) {}

    private final Stage stage;
    private final SlowDisk disk;
    private final Cluster cluster;
    private final SparkHost spark;
    private final Outcome outcome = new Outcome();
    private final Random random;
    private final AtomicInteger jobs = new AtomicInteger();
    private final AtomicInteger files = new AtomicInteger();
    private List<String> rows = List.of();
    private int priority = 3;

    private Soak(Stage stage, SlowDisk disk, Cluster cluster) {
        this.stage = stage;
        this.disk = disk;
        this.cluster = cluster;
        this.spark = SparkHost.version(cluster.rig(), "3.5");
        this.random = new Random(stage.count());
    }

    private static Outcome play(Stage stage) throws Exception {
        SlowDisk disk = stage.slowDisk(DiskKind.SHARED);
        Cluster cluster = stage.resources()
                .own(Cluster.in(stage.folder().resolve("cluster"))
                        .withoutDataNodes()
                        .coordinators(2)
                        .coordinator(Map.of("zookeeper.session.timeout", "4s"))
                        .dataNode(Map.of("hdfs.throttle.volume.capacity", "40m"))
                        .dataNode("datanode-1", Map.of(SlowDisk.DATA, disk.data()))
                        .dataNode("datanode-2", Map.of())
                        .start());
        return new Soak(stage, disk, cluster).play();
    }

    private Outcome play() throws Exception {
        stage.say("%d minutes, seed %d (--count)", stage.window().toMinutes(), stage.count());
        outcome.figure("seed", stage.count());
        Map<String, String> tenants = Map.of("app-light", "light", "app-heavy", "heavy", "app-own", "own");
        Map<String, String> tags = new LinkedHashMap<>();
        for (String application : tenants.keySet()) {
            tags.put(application, cluster.register(application, tenants.get(application)));
        }
        prioritize();
        Path stop = cluster.rig().folder("steady").resolve("stop");
        JavaProcess driver = application(
                "steady",
                "SteadyReadJob",
                Map.of("file", "/steady", "bytes", "65536", "tasks", "1", "until", "" + stop));
        stage.resources().own(Renewal.of(cluster, tenants));
        try (Hdfs light = Hdfs.tagged(cluster.nameNode(), tags.get("app-light"), TWICE);
                Hdfs heavy = Hdfs.tagged(cluster.nameNode(), tags.get("app-heavy"), TWICE);
                Hdfs own = Hdfs.tagged(cluster.nameNode(), tags.get("app-own"), TWICE)) {
            String written = light.write("/shared", FILE_BYTES, 1);
            disk.flush();
            PageCache.dropAll();
            ColdFile cold = ColdFile.on(disk.mount(), light, "/shared");
            try (Streams lights = Streams.readingParts(light, "/shared", THREADS, FILE_BYTES, cold);
                    Streams heavies = Streams.readingParts(heavy, "/shared", THREADS, FILE_BYTES, cold);
                    Worker writer = Worker.start("soak-writer", running -> writeAndRead(own, running));
                    Worker submitter = Worker.start("soak-submitter", this::submit)) {
                Runnable check = () -> {
                    lights.check();
                    heavies.check();
                    writer.check();
                    submitter.check();
                };
                disturb(lights, heavies, check);
                judge(driver, check);
                outcome.atMost(
                        "reads of streams that failed",
                        lights.errors().size() + heavies.errors().size(),
                        0);
            }
            outcome.atLeast(
                    "the file of the readers is as it was written",
                    light.read("/shared").equals(written) ? 1 : 0,
                    1);
        }
        Files.createFile(stop);
        driver.awaitSuccess(JOB);
        return outcome.atLeast("Spark applications with the same answers", jobs.get(), 1)
                .atLeast("files written, read and compared", files.get(), 1);
    }

    private void prioritize() throws IOException {
        cluster.leader().putTenant("light", 4 - priority);
        cluster.leader().putTenant("heavy", priority);
        cluster.leader().putTenant("own", 1);
    }

    private JavaProcess application(String name, String job, Map<String, String> arguments) {
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        settings.put("spark.hadoop.dfs.replication", "2");
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.tenant", "own");
        settings.put("spark.hdfs.throttle.coordinator", cluster.addresses());
        List<Path> jars = List.of(cluster.rig().repository().sparkPlugin());
        return new SparkApplication(name, "local[2]", "io.hdfsthrottle.jobs." + job, settings, jars, arguments)
                .submit(cluster.rig(), spark);
    }

    /** Writes files, reads them back and compares. */
    private void writeAndRead(Hdfs client, BooleanSupplier running) throws IOException {
        while (running.getAsBoolean()) {
            String path = "/own-" + files.get() % 4;
            if (!client.write(path, OWN_BYTES, files.get()).equals(client.read(path))) {
                throw new IOException(path + " is not what was written");
            }
            files.incrementAndGet();
        }
    }

    /** Submits an application of twenty jobs, again and again, and compares their answers. */
    private void submit(BooleanSupplier running) throws IOException {
        while (running.getAsBoolean()) {
            int number = jobs.get();
            JavaProcess process =
                    application("jobs-" + number, "TwentyJobs", Map.of("folder", "/jobs-" + number, "rows", "2000"));
            process.awaitSuccess(JOB);
            List<String> told = Files.readAllLines(process.log()).stream()
                    .filter(line -> line.startsWith("{\"job\""))
                    .toList();
            rows = number == 0 ? told : rows;
            if (told.isEmpty() || !told.equals(rows)) {
                throw new IOException("other answers than before: " + process.log());
            }
            jobs.incrementAndGet();
        }
    }

    /** Three quarters of the time; each kind of trouble once before any comes again. */
    private void disturb(Streams lights, Streams heavies, Runnable check) throws IOException {
        Map<Trouble, List<Double>> seconds = new LinkedHashMap<>();
        List<Trouble> next = new ArrayList<>();
        double first = untilRight(lights, heavies);
        stage.say("shares were right after %.1f s", first);
        long end = System.nanoTime() + stage.window().toNanos() / 4 * 3;
        while (System.nanoTime() < end) {
            if (next.isEmpty()) {
                next.addAll(List.of(Trouble.values()));
                Collections.shuffle(next, random);
            }
            Trouble trouble = next.remove(0);
            make(trouble, Duration.ofSeconds(3 + random.nextInt(10)));
            check.run();
            double took = untilRight(lights, heavies);
            stage.say("%-16s shares were right %.1f s after its end", trouble, took);
            seconds.computeIfAbsent(trouble, none -> new ArrayList<>()).add(took);
        }
        seconds.forEach((trouble, all) -> outcome.atMost(trouble + ": seconds from its end to right shares", all, 10));
    }

    /** Makes it, for that time. */
    private void make(Trouble trouble, Duration time) throws IOException {
        Coordinator leader = cluster.leader();
        List<DataNode> dataNodes = cluster.dataNodes();
        switch (trouble) {
            case DATANODE_KILLED -> {
                dataNodes.get(random.nextInt(dataNodes.size())).process().kill();
                Rates.over(time, List.of());
                cluster.repairDataNodes();
            }
            case LEADER_KILLED -> {
                leader.process().kill();
                Rates.over(time, List.of());
                cluster.repairControl();
            }
            case LEADER_FROZEN -> {
                leader.process().freeze();
                Rates.over(time, List.of());
                leader.process().thaw();
            }
            case ZOOKEEPER_KILLED -> {
                cluster.zooKeeper().process().kill();
                Rates.over(time, List.of());
                cluster.repairControl();
            }
            case POLICY_CHANGED -> {
                priority = 4 - priority;
                prioritize();
            }
            default -> {
                long hang = trouble == Trouble.DISK_HANGS ? -1 : 1_000;
                disk.rate(trouble == Trouble.DISK_SLOW ? 10 << 20 : 150 << 20);
                if (trouble != Trouble.DISK_SLOW) {
                    disk.fault(hang, 0, 0, Long.MAX_VALUE);
                }
                Rates.over(time, List.of());
                disk.rate(150 << 20);
            }
        }
    }

    /** The seconds until both had within 5 % of their share for two seconds; infinite after a minute. */
    private double untilRight(Streams lights, Streams heavies) {
        long from = System.nanoTime();
        double due = priority / 4.0;
        for (long now = from; now - from < 60_000_000_000L; now = System.nanoTime()) {
            List<Double> rates = Rates.over(Duration.ofSeconds(2), List.of(lights, heavies));
            double share = rates.get(1) / (rates.get(0) + rates.get(1));
            if (Math.abs(share / due - 1) < 0.05 && Math.abs((1 - share) / (1 - due) - 1) < 0.05) {
                return (System.nanoTime() - from) / 1e9 - 2;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Compares what processes use at the begin and at the end of a calm time. */
    private void judge(JavaProcess driver, Runnable check) throws IOException {
        Rates.over(CALMING, List.of());
        Map<String, JavaProcess> processes = new LinkedHashMap<>();
        cluster.dataNodes().forEach(each -> processes.put(each.process().name(), each.process()));
        cluster.coordinators().forEach(each -> processes.put(each.process().name(), each.process()));
        processes.put("driver", driver);
        Map<String, Footprint> before = new LinkedHashMap<>();
        for (Map.Entry<String, JavaProcess> each : processes.entrySet()) {
            before.put(each.getKey(), footprint(each.getKey(), each.getValue()));
        }
        Rates.over(stage.window().dividedBy(4).minus(CALMING), List.of());
        check.run();
        for (Map.Entry<String, JavaProcess> each : processes.entrySet()) {
            String name = each.getKey();
            Footprint first = before.get(name);
            Footprint last = footprint(name, each.getValue());
            outcome.figure(name, new Figures().put("first", first).put("last", last))
                    .atMost(name + ": heap in use, MiB more", last.heapMiB - first.heapMiB, 10)
                    .atMost(name + ": threads more", last.threads - first.threads, 10)
                    .atMost(name + ": open files more", last.descriptors - first.descriptors, 20)
                    .atMost(name + ": files in its folder more", last.files - first.files, 2);
        }
    }

    private Footprint footprint(String name, JavaProcess process) throws IOException {
        String jcmd = System.getProperty("java.home") + "/bin/jcmd";
        String pid = Long.toString(process.pid());
        String unused = SystemCommands.output(jcmd, pid, "GC.run");
        double heap = GENERATION
                .matcher(SystemCommands.output(jcmd, pid, "GC.heap_info"))
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)) / 1024)
                .sum();
        return new Footprint(
                heap,
                entries(Path.of("/proc", pid, "task")),
                entries(Path.of("/proc", pid, "fd")),
                entries(cluster.rig().folder(name)));
    }

    private static double entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }
}
