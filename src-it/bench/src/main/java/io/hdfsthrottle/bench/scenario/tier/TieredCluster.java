package io.hdfsthrottle.bench.scenario.tier;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.io.nativeio.NativeIO;

/**
 * A NameNode with its satisfier, a coordinator with tiers, and a DataNode with the hook on memory, an SSD and a disk.
 * Each may be killed and is then restarted.
 */
final class TieredCluster implements AutoCloseable {

    private static final String HADOOP = "3.4";
    private static final String TENANT = "etl";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(300);

    /** Required by Hadoop 3.4's WebHDFS on Java 17. */
    private static final List<String> WEB_HDFS = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

    /**
     * HDFS prevents others from moving blocks as long as this file is open, which is a minute after its writer was
     * killed.
     */
    private static final String LOCK_OF_SATISFIER = "/system/mover.id";

    /**
     * By default the satisfier looks up DataNodes anew, and retries unfinished work, after five minutes, and pauses for
     * three seconds after it has begun more blocks than there are DataNodes.
     */
    private static final Map<String, String> NAME_NODE = Map.of(
            "dfs.storage.policy.satisfier.mode", "external",
            "dfs.storage.policy.satisfier.work.multiplier.per.iteration", "50",
            "dfs.storage.policy.satisfier.datanode.cache.refresh.interval.ms", "2000",
            "dfs.storage.policy.satisfier.recheck.timeout.millis", "5000",
            "dfs.storage.policy.satisfier.self.retry.timeout.millis", "10000");

    private final Rig rig;
    private final HadoopHost host;
    private final NameNode nameNode;
    private final ZooKeeper zooKeeper;
    private final int coordinatorPort;
    private final Map<String, String> coordinatorSettings;
    private final Map<String, String> site = new LinkedHashMap<>();
    private Coordinator coordinator;
    private DataNode dataNode;
    private JavaProcess satisfier;
    private int revived;

    /**
     * A DataNode that may keep replicas in a RAM_DISK even if its user may not lock that much memory and Hadoop's native
     * library is missing. A DataNode requires both at start, and locks nothing for a RAM_DISK: memory is locked for what
     * it caches.
     */
    public static final class MemoryDataNode {

        private MemoryDataNode() {}

        /** The DataNode's own main method. */
        public static void main(String[] arguments) {
            NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
            org.apache.hadoop.hdfs.server.datanode.DataNode.main(arguments);
        }
    }

    /** Starts all but the satisfier; the hook is off. */
    TieredCluster(Stage stage, List<Storage> storages) throws URISyntaxException, IOException {
        rig = stage.resources().own(Rig.in(Repository.find(), stage.folder().resolve("cluster"), Rig.Lifetime.OURS));
        host = HadoopHost.version(rig.repository(), HADOOP).withFlags(WEB_HDFS);
        nameNode = NameNode.spawn(rig, host, NAME_NODE).awaitReady();
        zooKeeper = ZooKeeper.start(rig);
        coordinatorPort = rig.ports().free();
        coordinatorSettings = Map.of(
                "tiers", "on",
                "tiers.namenode", nameNode.http().toString(),
                "tiers.user", System.getProperty("user.name"),
                "tiers.quiet.for", "1s",
                "tiers.every", "1s",
                "node.expiry", "3s",
                "zookeeper.session.timeout", "4s");
        Path folder = rig.folder("datanode");
        site.putAll(stage.settings());
        site.put(SlowDisk.DATA, storages.stream().map(Storage::volume).collect(Collectors.joining(",")));
        site.put("dfs.datanode.max.locked.memory", Long.toString(Storage.MEMORY_BYTES));
        site.put("hdfs.throttle.grant.file", folder.resolve("grant").toString());
        site.put("hdfs.throttle.coordinator", "http://127.0.0.1:" + coordinatorPort);
        site.put("hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
        site.put("hdfs.throttle.enabled", "false");
        startCoordinator();
        coordinator.putTenant(TENANT, 1);
        startDataNode();
    }

    /** Waits until it is so. */
    static void awaited(String what, Callable<Boolean> isSo) {
        await(what).atMost(PATIENCE).pollInterval(POLL).until(isSo);
    }

    private void startCoordinator() {
        coordinator = Coordinator.spawn(
                        rig, "coordinator", zooKeeper, coordinatorPort, coordinatorSettings, List.of(), TlsFiles.NONE)
                .awaitReady();
        awaited(
                "a coordinator that leads",
                () -> Boolean.TRUE.equals(coordinator.get("/v1/status").get("leading")));
    }

    private void startDataNode() throws URISyntaxException {
        DataNode.Setup setup =
                DataNode.Setup.hooked(site).adding(List.of(Stage.benchJar())).startedBy(TieredCluster::withMemory);
        dataNode = dataNode == null
                ? DataNode.spawn(rig, host, nameNode, "datanode", setup).awaitReady()
                : dataNode.respawned(setup).awaitReady();
    }

    private static JavaCommand withMemory(JavaCommand command) {
        return new JavaCommand(
                command.name(),
                command.starter(),
                command.javaHome(),
                command.classPath(),
                command.jvmFlags(),
                MemoryDataNode.class.getName(),
                command.arguments(),
                command.environment());
    }

    /** Restarts the DataNode with the hook. */
    void hook() throws URISyntaxException {
        if (!dataNode.process().stop()) {
            throw new IllegalStateException("the DataNode did not stop in good order: "
                    + dataNode.process().log());
        }
        site.put("hdfs.throttle.enabled", "true");
        startDataNode();
        awaited(
                "a fresh grant",
                () -> HookFigures.of(dataNode).text("GrantFreshness").equals("FRESH"));
    }

    /** Starts the satisfier, which moves blocks. */
    void satisfy() {
        satisfier = nameNode.startSatisfier();
    }

    /** Kills one of them, as in a crash, and restarts it at the same place. */
    void kill(Victim victim, Hdfs hdfs) throws IOException, URISyntaxException {
        switch (victim) {
            case COORDINATOR -> {
                coordinator.process().kill();
                startCoordinator();
            }
            case SATISFIER -> {
                satisfier.kill();
                hdfs.delete(LOCK_OF_SATISFIER);
                satisfy();
            }
            case DATA_NODE -> {
                dataNode.process().kill();
                startDataNode();
            }
        }
    }

    /**
     * Restarts the satisfier if it has ended by itself, as a supervisor of services does: it ends if it finds the lock
     * of another one.
     */
    void supervise(Hdfs hdfs) throws IOException {
        if (!satisfier.isAlive()) {
            hdfs.delete(LOCK_OF_SATISFIER);
            satisfy();
            revived++;
        }
    }

    /** How often the satisfier was restarted because it had ended by itself. */
    int revived() {
        return revived;
    }

    /** A client of it. */
    Hdfs client(Map<String, String> settings) {
        return Hdfs.tagged(nameNode, "NONMAPREDUCE", settings);
    }

    /** Sets the tenant's tiers. */
    void tiers(Map<String, ?> tiers) throws IOException {
        coordinator.put("/v1/tenants/" + TENANT + "/tiers", tiers);
    }

    /** The tiers' states as shown to users; empty while the coordinator does not answer. */
    List<String> states() {
        try {
            return ((List<?>) coordinator.get("/v1/tiers").get("tiers"))
                    .stream()
                            .map(tier -> ((Map<?, ?>) tier).get("state").toString())
                            .toList();
        } catch (IOException silent) {
            return List.of();
        }
    }

    /** A counter of the NameNode's blocks, such as {@code MissingBlocks}. */
    long blocks(String counter) throws IOException {
        return ((Number) nameNode.bean("Hadoop:service=NameNode,name=FSNamesystem")
                        .get(counter))
                .longValue();
    }

    /** The number of errors that the hook has caught since its DataNode was started. */
    long hookErrors() {
        return HookFigures.of(dataNode).number("Errors");
    }

    @Override
    public void close() {
        rig.close();
    }
}
