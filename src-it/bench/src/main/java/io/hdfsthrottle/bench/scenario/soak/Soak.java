package io.hdfsthrottle.bench.scenario.soak;

import static io.hdfsthrottle.bench.report.Statistics.numbered;
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
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scenario: two DataNodes, two coordinators, Spark applications and plain clients, while the policy changes, a disk
 * fails and everything is killed once in a while, in an order that the seed decides. Nothing may fail, grow or stay
 * wrong.
 */
public final class Soak {

    /**
     * A file's only replica, or the only one left, may be on a DataNode that was killed: clients ask again for minutes
     * instead of three times, and soon.
     */
    static final Map<String, String> CLIENTS = Map.of(
            "dfs.replication",
            "2",
            "dfs.client.max.block.acquire.failures",
            "100",
            "dfs.client.retry.window.base",
            "50");

    /** Readers have constant demand on both DataNodes: each file is on one of them alone. */
    private static final Map<String, String> ONE_REPLICA = Stream.of(CLIENTS, Map.of("dfs.replication", "1"))
            .flatMap(settings -> settings.entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (former, own) -> own));

    private static final int FILE_BYTES = 256 << 20;
    private static final int OWN_BYTES = 8 << 20;
    private static final int GROWN_UP = 60;
    private static final Duration CALMING = Duration.ofSeconds(20);

    /** Longer than a coordinator remembers the application of a driver that was killed. */
    private static final Duration LEAST_CALM = Duration.ofSeconds(75);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "soak",
                    "whatever is killed or fails, no read fails, shares return within 10 s, and nothing grows",
                    Soak::play,
                    MINUTES,
                    COUNT)
            .usually(150, 38);

    private final Stage stage;
    private final SlowDisk disk;
    private final Cluster cluster;
    private final Contenders contenders;
    private final Outcome outcome = new Outcome();
    private final Random random;
    private final Map<Long, Footprint> first = new HashMap<>();
    private final AtomicInteger files = new AtomicInteger();

    private Soak(Stage stage, SlowDisk disk, Cluster cluster) {
        this.stage = stage;
        this.disk = disk;
        this.cluster = cluster;
        this.contenders = new Contenders(cluster);
        this.random = new Random(stage.count());
    }

    private static Outcome play(Stage stage) throws Exception {
        SlowDisk disk = stage.slowDisk(DiskKind.SHARED);
        Cluster cluster = stage.resources()
                .own(Cluster.in(stage.folder().resolve("cluster"))
                        .withoutDataNodes()
                        .coordinators(2)
                        .coordinator(Map.of("zookeeper.session.timeout", "4s", "application.expiry", "1m"))
                        .dataNode(Map.of("hdfs.throttle.volume.capacity", "40m"))
                        .dataNode("datanode-1", Map.of(SlowDisk.DATA, disk.data()))
                        .dataNode("datanode-2", Map.of())
                        .start());
        return new Soak(stage, disk, cluster).play();
    }

    private Outcome play() throws Exception {
        stage.say("%d minutes, seed %d (--count)", stage.window().toMinutes(), stage.count());
        outcome.figure("seed", stage.count());
        contenders.prioritize();
        cluster.leader().putTenant("own", 1);
        Map<String, String> tenants = Map.of("app-light", "light", "app-heavy", "heavy", "app-own", "own");
        Map<String, String> tags = new LinkedHashMap<>();
        for (String application : tenants.keySet()) {
            tags.put(application, cluster.register(application, tenants.get(application)));
        }
        stage.resources().own(Renewal.of(cluster, tenants));
        try (Hdfs light = Hdfs.tagged(cluster.nameNode(), tags.get("app-light"), ONE_REPLICA);
                Hdfs heavy = Hdfs.tagged(cluster.nameNode(), tags.get("app-heavy"), ONE_REPLICA);
                Hdfs own = Hdfs.tagged(cluster.nameNode(), tags.get("app-own"), CLIENTS)) {
            List<String> written = List.of(place(light, 0), place(light, 1));
            disk.flush();
            PageCache.dropAll();
            List<Double> before = contenders.sent();
            try (Applications applications = new Applications(cluster);
                    contenders;
                    Worker writer = Worker.start("soak-writer", running -> writeAndRead(own, running))) {
                List<Hdfs> both = List.of(light, heavy);
                contenders.start(both, path(0), FILE_BYTES, ColdFile.on(disk.mount(), light, path(0)));
                contenders.start(both, path(1), FILE_BYTES, Streams.Behind.LEFT);
                Runnable check = () -> {
                    contenders.check();
                    writer.check();
                    applications.check();
                };
                disturb(new Trouble.Place(cluster, disk, contenders, applications, own, random), check);
                calm(applications.steady(), check);
                contenders.compare(outcome, "whole run", grown(before, contenders.sent()), contenders.bytes());
                // Any error of the others, and of applications, has ended the run.
                outcome.atMost("reads that failed", contenders.errors(), 0);
                applications.finish();
                outcome.atLeast("Spark applications with the same answers", applications.finished(), 1)
                        .atLeast("files written, read and compared", files.get(), 1);
            }
            List<String> read = List.of(light.read(path(0)), light.read(path(1)));
            return outcome.atLeast("files of the readers as they were written", read.equals(written) ? 2 : 0, 2);
        }
    }

    private static String path(int dataNode) {
        return "/shared-" + (dataNode + 1);
    }

    /** Writes a file of which that DataNode has the only replica: the other is away meanwhile. */
    private String place(Hdfs client, int dataNode) throws IOException {
        cluster.dataNodes().get(1 - dataNode).process().kill();
        String written = client.write(path(dataNode), FILE_BYTES, dataNode);
        cluster.repairDataNodes();
        return written;
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

    private Duration calmTime() {
        Duration quarter = stage.window().dividedBy(4);
        return quarter.compareTo(LEAST_CALM) > 0 ? quarter : LEAST_CALM;
    }

    /** Each kind of trouble once before any comes again, until the calm time begins. */
    private void disturb(Trouble.Place place, Runnable check) throws IOException {
        Map<Trouble, List<Double>> seconds = new TreeMap<>();
        List<Trouble> next = new ArrayList<>();
        stage.say("shares were right after %.1f s", contenders.untilRight(stage::say));
        long end = System.nanoTime() + stage.window().minus(calmTime()).toNanos();
        while (System.nanoTime() < end || seconds.size() < Trouble.values().length) {
            if (next.isEmpty()) {
                next.addAll(List.of(Trouble.values()));
                Collections.shuffle(next, random);
            }
            Trouble trouble = next.remove(0);
            trouble.make(place, Duration.ofSeconds(3 + random.nextInt(10)));
            double took = contenders.untilRight(stage::say);
            check.run();
            stage.say("%-16s shares were right %.1f s after its end", trouble, took);
            seconds.computeIfAbsent(trouble, none -> new ArrayList<>()).add(took);
            footprints(place.applications().steady(), GROWN_UP);
        }
        seconds.forEach((trouble, all) -> outcome.atMost(trouble + ": seconds from its end to right shares", all, 10));
        outcome.atLeast("requests that the disk ended with an error", (double) disk.errors(), 1);
    }

    private Map<String, JavaProcess> processes(JavaProcess driver) {
        Map<String, JavaProcess> processes = new LinkedHashMap<>();
        cluster.dataNodes().forEach(each -> processes.put(each.process().name(), each.process()));
        cluster.coordinators().forEach(each -> processes.put(each.process().name(), each.process()));
        processes.put("driver", driver);
        return processes;
    }

    /** Notes what processes have in use that are older than that and were not noted before. */
    private void footprints(JavaProcess driver, int seconds) throws IOException {
        for (JavaProcess process : processes(driver).values()) {
            if (!first.containsKey(process.pid()) && Footprint.seconds(process) >= seconds) {
                first.put(process.pid(), Footprint.of(process, cluster.rig().folder(process.name())));
            }
        }
    }

    /** The last quarter: nothing happens, everything has to be right, and nothing may have grown. */
    private void calm(JavaProcess driver, Runnable check) throws IOException {
        Rates.over(CALMING, List.of());
        footprints(driver, 0);
        List<Double> got = contenders.bytes();
        List<Double> sent = contenders.sent();
        Rates.over(calmTime().minus(CALMING), List.of());
        check.run();
        List<Double> gotThen = contenders.bytes();
        List<Double> sentThen = contenders.sent();
        outcome.atMost("calm: error of the worse share, percent", contenders.errorPercent(got, gotThen), 2);
        contenders.compare(outcome, "calm", grown(sent, sentThen), grown(got, gotThen));
        for (Map.Entry<String, JavaProcess> each : processes(driver).entrySet()) {
            String name = each.getKey();
            Footprint early = first.get(each.getValue().pid());
            Footprint late = Footprint.of(each.getValue(), cluster.rig().folder(name));
            outcome.figure(name, new Figures().put("first", early).put("last", late))
                    .atMost(name + ": heap in use, MiB more", late.heapMiB() - early.heapMiB(), 10)
                    .atMost(name + ": threads more", late.threads() - early.threads(), 10)
                    .atMost(name + ": open files more", late.descriptors() - early.descriptors(), 20)
                    .atMost(name + ": files in its folder more", late.files() - early.files(), 2);
        }
        double errors = cluster.dataNodes().stream()
                .mapToDouble(each -> HookFigures.of(each).number("Errors"))
                .sum();
        // Three of clients, the one that reads all the time, and the one that runs.
        int listed = cluster.leader().list("/v1/applications", "applications").size();
        outcome.atMost("errors that the hooks caught", errors, 0).atMost("applications listed", listed, 5);
    }

    private static List<Double> grown(List<Double> from, List<Double> to) {
        return numbered(from.size(), i -> to.get(i) - from.get(i));
    }
}
