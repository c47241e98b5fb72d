package io.hdfsthrottle.integration;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.hdfs.BlockReads;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A cluster that a Prometheus watches, and what is done to it. It has tenants gold and etl of priorities 8 and 1, a
 * DataNode with two volumes, and a slow one, whose disk gives a fifth of what it is said to give.
 */
final class WatchedCluster implements AutoCloseable {

    static final int CAPACITY_MEBIBYTES = 40;
    static final int TRANSFER_THREADS = 32;
    static final String CAPACITY = "hdfs.throttle.volume.capacity";

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SLOW_MEBIBYTES = 8;
    private static final int SLOW_DISK_MEBIBYTES = 4 * 1024;
    private static final int SLOW_THREADS = 4;

    /** More than is read until a prediction was compared: what is read twice comes from memory. */
    private static final int SLOW_FILE_BYTES = 768 << 20;

    private static final String DATA = "dfs.datanode.data.dir";

    private final List<Streams> streams = new ArrayList<>();
    private final AtomicInteger changes = new AtomicInteger();
    private final Path folder;
    private final LoopDisk disk;
    private Cluster cluster;
    private Prometheus prometheus;
    private String tag;
    private Hdfs gold;
    private Hdfs etl;
    private int strangersPort;

    /** What is done, or ends what was done. */
    @FunctionalInterface
    interface Action {
        Action NONE = () -> {};

        void run() throws Exception;

        default Action then(Action next) {
            return () -> {
                run();
                next.run();
            };
        }
    }

    private WatchedCluster(Path folder) {
        this.folder = folder;
        this.disk = LoopDisk.in(folder, SLOW_DISK_MEBIBYTES, LoopDisk.Speed.ofReads(SLOW_MEBIBYTES));
    }

    static WatchedCluster start(Path folder) throws Exception {
        WatchedCluster watched = new WatchedCluster(folder);
        try {
            watched.start();
            return watched;
        } catch (Exception | Error failed) {
            watched.close();
            throw failed;
        }
    }

    private void start() throws Exception {
        String two = folder.resolve("one").toUri() + "," + folder.resolve("two").toUri();
        cluster = Cluster.in(folder)
                .coordinator(Map.of("node.expiry", "3s", "zookeeper.session.timeout", "5s"))
                .dataNode(Map.of(
                        CAPACITY,
                        CAPACITY_MEBIBYTES + "m",
                        "hdfs.throttle.grant.stale.after",
                        "25s", // a grant is confirmed every 20
                        "hadoop.prometheus.endpoint.enabled",
                        "true",
                        "dfs.datanode.max.transfer.threads",
                        Integer.toString(TRANSFER_THREADS)))
                .dataNode("datanode", Map.of(DATA, two))
                .dataNode(
                        "slow",
                        Map.of(DATA, "[ARCHIVE]" + disk.folder().resolve("data").toUri()))
                .start();
        coordinator().putTenant("gold", 8);
        coordinator().putTenant("etl", 1);
        tag = cluster.register("app-gold", "gold");
        gold = Hdfs.tagged(cluster.nameNode(), tag);
        etl = Hdfs.tagged(cluster.nameNode(), cluster.register("app-etl", "etl"));
        mode("off");
        etl.write("/data", 64 << 20, 1);
        gold.folder("/slow", "COLD");
        gold.write("/slow/gold", SLOW_FILE_BYTES, 2);
        etl.write("/slow/etl", SLOW_FILE_BYTES, 3);
        mode("enforce");
        strangersPort = cluster.rig().ports().free();
        List<String> coordinators = List.of(coordinator().url().getAuthority(), Ports.LOOPBACK + ":" + strangersPort);
        prometheus = Prometheus.start(
                cluster.rig(),
                coordinators,
                cluster.dataNodes().stream()
                        .map(each -> each.http().getAuthority())
                        .toList());
        await().atMost(PATIENCE).until(() -> prometheus.value("sum(up)") == 3);
    }

    Prometheus prometheus() {
        return prometheus;
    }

    Path folder() {
        return folder;
    }

    Coordinator coordinator() {
        return cluster.coordinator();
    }

    HookFigures figures() {
        return cluster.figures();
    }

    /** Waits until all DataNodes go by that mode. */
    void mode(String mode) throws IOException {
        coordinator().put("/v1/modes/cluster", Map.of("mode", mode));
        await().atMost(PATIENCE).until(() -> cluster.dataNodes().stream()
                .allMatch(each -> HookFigures.of(each).text("Mode").equals(mode)));
    }

    /** Makes the slow DataNode a canary in a cluster in shadow, until that ends. */
    Action canary() throws IOException {
        mode("shadow");
        String node = HookFigures.of(slow()).text("Node");
        // As soon as it reports again.
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            coordinator().put("/v1/modes/canary", Map.of("node", node));
            return true;
        });
        return () -> {
            coordinator().delete("/v1/modes/canary");
            mode("enforce");
        };
    }

    /** All keep the first DataNode's disk busy: gold gets eight ninths of it. */
    void busy() {
        etl.awaitReadable("/data");
        streams.add(Streams.reading(gold, "/data", 2));
        streams.add(Streams.reading(etl, "/data", 4));
    }

    void write() {
        streams.add(Streams.writing(etl, "/written", 1, 8 << 20));
    }

    /** More readers than the first DataNode has transfer threads. */
    void crowd() {
        streams.add(Streams.reading(etl, "/data", TRANSFER_THREADS));
    }

    /** Somebody who has changed the signature of gold's tag. */
    void forge() {
        int signature = tag.lastIndexOf('.') + 1;
        String forged =
                tag.substring(0, signature) + (tag.charAt(signature) == 'A' ? 'B' : 'A') + tag.substring(signature + 1);
        streams.add(Streams.reading(Hdfs.tagged(cluster.nameNode(), forged), "/data", 1));
    }

    /** All read more than the slow disk gives, and nothing of it is in memory. */
    void busySlowDisk() throws IOException {
        disk.flush();
        Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "1");
        List<Streams> readers = List.of(
                Streams.readingParts(gold, "/slow/gold", SLOW_THREADS, SLOW_FILE_BYTES, Streams.Behind.LEFT),
                Streams.readingParts(etl, "/slow/etl", SLOW_THREADS, SLOW_FILE_BYTES, Streams.Behind.LEFT));
        streams.addAll(readers);
        await().atMost(PATIENCE).until(() -> readers.stream().allMatch(each -> each.bytes() > 0));
    }

    /** The slow disk answers no request, until that ends. */
    Action hangingDisk() {
        String process = SystemCommands.output("pgrep", "-f", "^bindfs .*" + folder);
        SystemCommands.output("kill", "-STOP", process);
        return () -> SystemCommands.output("kill", "-CONT", process);
    }

    /** Clients of these names read something of each volume of the first DataNode. */
    void read(List<String> clients) throws IOException {
        List<String> files = List.of("/one", "/other");
        do { // volumes take turns
            for (String file : files) {
                gold.write(file, 1, 1);
            }
        } while (gold.storage(files.get(0)).equals(gold.storage(files.get(1))));
        UserGroupInformation user = UserGroupInformation.createRemoteUser("tester");
        for (String file : files) {
            try (BlockReads reads = BlockReads.of(cluster.nameNode(), user, Map.of(), file)) {
                for (String client : clients) {
                    reads.read(client);
                }
            }
        }
    }

    void check() {
        streams.forEach(Streams::check);
    }

    void stopStreams() {
        streams.forEach(Streams::close);
        streams.clear();
    }

    /** Stops the coordinator, until that ends. */
    Action noCoordinator() {
        if (!coordinator().process().stop()) {
            throw new IllegalStateException("the coordinator did not stop in good order");
        }
        return () -> {
            cluster.repairControl();
            cluster.awaitGrants();
        };
    }

    /** Another coordinator, which shares no election with the first one. */
    Action stranger() {
        Map<String, String> settings = Map.of("zookeeper.path", "/elsewhere");
        Coordinator stranger = Coordinator.spawn(
                        cluster.rig(),
                        "stranger",
                        cluster.zooKeeper(),
                        strangersPort,
                        settings,
                        List.of(),
                        TlsFiles.NONE)
                .awaitReady();
        return stranger::close;
    }

    /** ZooKeeper does not answer, until that ends. */
    Action hangingZooKeeper() {
        cluster.zooKeeper().process().freeze();
        return () -> {
            cluster.zooKeeper().process().thaw();
            Coordinator unused = cluster.leader();
            cluster.awaitGrants();
        };
    }

    private DataNode slow() {
        return cluster.dataNodes().get(1);
    }

    /** The slow DataNode does nothing at all, until that ends. */
    Action hangingDataNode() {
        slow().process().freeze();
        return () -> slow().process().thaw();
    }

    /** The slow DataNode may start no thread, until that ends. */
    Action noMoreThreads() throws IOException {
        Path all = Needs.threadLimits();
        String process = Long.toString(slow().process().pid());
        Path group = Files.createDirectory(all.resolve("hdfs-throttle-test-" + process));
        Files.writeString(group.resolve("cgroup.procs"), process);
        Files.writeString(group.resolve("pids.max"), "1");
        return () -> {
            Files.writeString(all.resolve("cgroup.procs"), process);
            Files.delete(group);
        };
    }

    /** The first DataNode with these settings, until that ends, and then with those. */
    Action restarted(Map<String, String> settings, Map<String, String> before) {
        restart(settings);
        return () -> restart(before);
    }

    private void restart(Map<String, String> settings) {
        stopStreams();
        Duration unused = cluster.restartDataNode(settings);
    }

    /** A request of somebody who guesses a token. */
    void guess() throws IOException {
        URI tenants = coordinator().url().resolve("/v1/tenants");
        String unused = coordinator().http().ask("GET", tenants, "", "Authorization", "Bearer guessed");
    }

    /** A change of the policy, another one each time. */
    void change() throws IOException {
        coordinator().putTenant("etl", 1 + changes.incrementAndGet() % 2);
    }

    @Override
    public void close() {
        stopStreams();
        if (cluster != null) {
            cluster.close();
        }
        disk.close();
    }
}
