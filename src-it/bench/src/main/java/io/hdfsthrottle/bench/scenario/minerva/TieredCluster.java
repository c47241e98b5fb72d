package io.hdfsthrottle.bench.scenario.minerva;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A NameNode with its satisfier, a coordinator with tiers, and a DataNode with the hook on memory, an SSD and a disk.
 * Each may be killed and is then restarted.
 */
final class TieredCluster {

    private static final String TENANT = "etl";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(300);

    /** HDFS lets nobody else move blocks as long as it is open, which is a minute after its writer was killed. */
    private static final String LOCK_OF_SATISFIER = "/system/mover.id";

    /**
     * By default the satisfier looks up DataNodes anew, and retries unfinished work, after five minutes, and pauses for
     * three seconds after it has begun more blocks than there are DataNodes. Its lock needs room for a whole block, of
     * which the NameNode thinks that each written to memory and deleted will still take one, for ten minutes.
     */
    private static final Map<String, String> NAME_NODE = Map.of(
            "dfs.blocksize", "1048576",
            "dfs.storage.policy.satisfier.mode", "external",
            "dfs.storage.policy.satisfier.work.multiplier.per.iteration", "50",
            "dfs.storage.policy.satisfier.datanode.cache.refresh.interval.ms", "2000",
            "dfs.storage.policy.satisfier.recheck.timeout.millis", "5000",
            "dfs.storage.policy.satisfier.self.retry.timeout.millis", "10000");

    private final Cluster cluster;
    private JavaProcess satisfier;
    private int revived;

    /** A DataNode that keeps replicas in a RAM_DISK without Hadoop's native library or the right to lock memory. */
    public static final class MemoryDataNode {

        private MemoryDataNode() {}

        public static void main(String[] arguments) {
            NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
            DataNode.main(arguments);
        }
    }

    enum Victim {
        COORDINATOR,
        SATISFIER,
        DATA_NODE
    }

    /** Starts all but the satisfier; the hook is off. */
    TieredCluster(Stage stage, List<Storage> storages) throws URISyntaxException, IOException {
        String volumes = storages.stream().map(Storage::volume).collect(Collectors.joining(","));
        List<Path> memory = List.of(Stage.benchJar());
        String lockedBytes = Long.toString(Storage.MEMORY_BYTES);
        // Required by Hadoop 3.4's WebHDFS on Java 17.
        List<String> webHdfs = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");
        cluster = stage.resources()
                .own(Cluster.in(stage.folder().resolve("cluster"))
                        .hadoop(HadoopHost.version(Repository.find(), "3.4").withFlags(webHdfs))
                        .nameNode(NAME_NODE)
                        .coordinator(Map.of("tiers", "on", "tiers.quiet.for", "1s", "tiers.every", "1s"))
                        .coordinator(Map.of("node.expiry", "3s", "zookeeper.session.timeout", "4s"))
                        .dataNode(stage.settings())
                        .dataNode(Map.of(SlowDisk.DATA, volumes, "dfs.datanode.max.locked.memory", lockedBytes))
                        .dataNode(Map.of("hdfs.throttle.enabled", "false"))
                        .dataNodes(setup -> setup.adding(memory)
                                .startedBy(command -> command.running(MemoryDataNode.class.getName())))
                        .start());
        cluster.leader().putTenant(TENANT, 1);
    }

    /** Waits until it is so, or for so long: what is not so then is a bar's to say. */
    static void awaitAtMost(Duration patience, Callable<Boolean> condition) {
        try {
            await().atMost(patience).pollInterval(POLL).until(condition);
        } catch (ConditionTimeoutException stillNot) {
            System.err.println(stillNot.getMessage());
        }
    }

    void hook() {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", "true"));
        cluster.awaitGrants();
    }

    void satisfy() {
        satisfier = cluster.nameNode().startSatisfier();
    }

    /** Kills one of them, as in a crash, and restarts it at the same place. */
    void kill(Victim victim, Hdfs hdfs) throws IOException {
        switch (victim) {
            case COORDINATOR -> {
                cluster.coordinator().process().kill();
                cluster.repairControl();
            }
            case SATISFIER -> {
                satisfier.kill();
                satisfyAgain(hdfs);
            }
            case DATA_NODE -> {
                cluster.dataNode().process().kill();
                cluster.restartDataNode(Map.of());
            }
        }
    }

    /** Restarts the satisfier if it has ended by itself, as a supervisor does: it ends if it finds another's lock. */
    void supervise(Hdfs hdfs) throws IOException {
        if (!satisfier.isAlive()) {
            satisfyAgain(hdfs);
            revived++;
        }
    }

    private void satisfyAgain(Hdfs hdfs) throws IOException {
        hdfs.delete(LOCK_OF_SATISFIER);
        satisfy();
    }

    int revived() {
        return revived;
    }

    Hdfs client(Map<String, String> settings) {
        return Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", settings);
    }

    /** Makes these folders the tenant's tiers with these storage policies; files move on after that time. */
    void tiers(Hdfs hdfs, Duration after, Map<String, String> policies) throws IOException {
        Map<String, Object> tiers = new LinkedHashMap<>();
        for (Map.Entry<String, String> tier : policies.entrySet()) {
            String path = tier.getKey();
            hdfs.folder(path);
            String name = path.substring(path.lastIndexOf('/') + 1);
            tiers.put(name, Map.of("path", path, "policy", tier.getValue(), "afterSeconds", after.toSeconds()));
        }
        cluster.leader().put("/v1/tenants/" + TENANT + "/tiers", tiers);
        policies.forEach((path, policy) -> await(path + " with " + policy)
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> hdfs.storagePolicy(path).equals(policy)));
    }

    /** A counter of the NameNode's blocks, such as {@code MissingBlocks}. */
    double blocks(String counter) throws IOException {
        Map<String, Object> counters = cluster.nameNode().bean("Hadoop:service=NameNode,name=FSNamesystem");
        return ((Number) counters.get(counter)).doubleValue();
    }

    double hookErrors() {
        return cluster.figures().number("Errors");
    }

    /** A volume of a DataNode, of that storage type in HDFS and that speed, infinite for memory. */
    record Storage(String type, Path mount, double bytesPerSecond, Runnable flush) {

        /** The SSD's speed as a multiple of the disk's. */
        static final int SSD_TIMES = 4;

        /** The most that its DataNode keeps in memory. */
        static final long MEMORY_BYTES = 1L << 30;

        /** Creates memory, which is a tmpfs, and two disks, of which one is declared an SSD: the fastest first. */
        static List<Storage> all(Stage stage) throws IOException {
            Path mount = Files.createDirectories(stage.folder().resolve("RAM_DISK"));
            // Twice what HDFS may keep there: deleted data is not freed at once.
            stage.resources()
                    .own(new SystemCommands())
                    .mount("tmpfs", mount.toString(), "-t", "tmpfs", "-o", "size=" + 2 * MEMORY_BYTES);
            return List.of(
                    new Storage("RAM_DISK", mount, Double.POSITIVE_INFINITY, () -> {}),
                    slow(stage, "SSD", stage.diskRate() * SSD_TIMES),
                    slow(stage, "DISK", stage.diskRate()));
        }

        private static Storage slow(Stage stage, String type, int mebibytesPerSecond) throws IOException {
            Path folder = Files.createDirectories(stage.folder().resolve(type));
            SlowDisk disk = stage.with(mebibytesPerSecond, Map.of()).in(folder).slowDisk(DiskKind.SHARED);
            return new Storage(type, disk.mount(), mebibytesPerSecond * (double) (1 << 20), disk::flush);
        }

        /** Its text in {@code dfs.datanode.data.dir}. */
        String volume() {
            return "[" + type + "]" + mount.resolve("data").toUri();
        }

        /** The ids of the blocks with a replica there; its DataNode deletes and moves files meanwhile. */
        List<Long> replicas() {
            String data = mount.resolve("data").toString();
            String pattern = ".*/blk_[0-9]+";
            return SystemCommands.output("find", data, "-ignore_readdir_race", "-regex", pattern, "-printf", "%f\\n")
                    .lines()
                    .map(name -> Long.valueOf(name.substring("blk_".length())))
                    .toList();
        }

        boolean isEmpty() {
            return replicas().isEmpty();
        }
    }
}
