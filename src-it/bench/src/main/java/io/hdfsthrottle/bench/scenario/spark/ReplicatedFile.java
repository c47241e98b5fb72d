package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.SparkJobs;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A file with a replica on each of three DataNodes, each on its own slow disk; another tenant's file is on the first of
 * them only.
 */
final class ReplicatedFile {

    /** Slow enough that two processors keep up with three of them, their DataNodes, the job and the crowd. */
    static final int DISK_MIB = 60;

    /** The rate of one task of the job, as if limited by its processing. Two tasks need less than one disk gives. */
    static final int TASK_MIB = 12;

    static final int TASKS = 2;
    private static final int BLOCK_MIB = 8;
    private static final int CROWD_WEIGHT = 19;
    private static final int CROWD_THREADS = 4;
    private static final int CROWD_BYTES = 16 * Hdfs.BLOCK_BYTES;
    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String READ = "/replicated";
    private static final String CROWDED = "/crowded";
    private static final long SEED = 19;

    private final SparkJobs spark;
    private final List<DataNode> dataNodes;
    private final Hdfs crowd;
    private final ColdFile cold;
    private final String digest;
    private int runs;

    /**
     * The result of one run of the job.
     *
     * @param seconds of reading, without the start of Spark
     * @param contendedPercent of its bytes, from the first DataNode
     */
    record Run(double seconds, double contendedPercent) {}

    /**
     * Creates the disks, starts the cluster and writes the files; without contention the job reads for about that long.
     */
    ReplicatedFile(Stage stage, Duration ideal) throws Exception {
        int blocks = (int) Math.max(TASKS, ideal.toMillis() * TASKS * TASK_MIB / BLOCK_MIB / 1_000);
        stage.say(
                "three disks of %d MiB/s, a cluster, a file of %d blocks of %d MiB on all three ...",
                DISK_MIB, blocks, BLOCK_MIB);
        List<SlowDisk> disks = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            Path folder = Files.createDirectories(stage.folder().resolve("disk-" + number));
            disks.add(stage.with(DISK_MIB, Map.of()).in(folder).slowDisk(DiskKind.STEADY));
        }
        spark = SparkJobs.start(stage, data(disks.get(0)));
        Cluster cluster = spark.cluster();
        cluster.coordinator().putTenant("gold", 1);
        cluster.coordinator().putTenant("bronze", CROWD_WEIGHT);
        crowd = stage.resources().own(Hdfs.tagged(cluster.nameNode(), cluster.register("crowd", "bronze")));
        stage.resources().own(Renewal.of(cluster, Map.of("crowd", "bronze")));
        crowd.write(CROWDED, CROWD_BYTES, SEED);
        disks.get(0).flush();
        cold = ColdFile.on(disks.get(0).mount(), crowd, CROWDED);
        dataNodes = List.of(
                cluster.dataNode(),
                cluster.addDataNode("second", data(disks.get(1))),
                cluster.addDataNode("third", data(disks.get(2))));
        Map<String, String> client = Map.of("dfs.replication", "3", "dfs.blocksize", Integer.toString(BLOCK_MIB << 20));
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client)) {
            String unused = writer.write(READ, blocks * (BLOCK_MIB << 20), SEED);
            digest = digest(writer, blocks);
        }
        disks.forEach(SlowDisk::flush);
    }

    private static Map<String, String> data(SlowDisk disk) {
        return Map.of(SlowDisk.DATA, disk.data());
    }

    /** As the job computes it: of the digests of the blocks. */
    private static String digest(Hdfs client, int blocks) throws Exception {
        MessageDigest whole = MessageDigest.getInstance("SHA-256");
        try (InputStream in = client.open(READ)) {
            for (int i = 0; i < blocks; i++) {
                byte[] block = MessageDigest.getInstance("SHA-256").digest(in.readNBytes(BLOCK_MIB << 20));
                whole.update(HexFormat.of().formatHex(block).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return HexFormat.of().formatHex(whole.digest());
    }

    /**
     * Runs the job once; what it reads is checked.
     *
     * @param choice of replicas, a value of {@code spark.hdfs.throttle.replicas}
     * @param contended whether the crowd reads from the first DataNode meanwhile
     */
    Run run(String choice, boolean contended) throws IOException, InterruptedException {
        PageCache.dropAll();
        if (!contended) {
            return read(choice);
        }
        try (Streams crowding = Streams.readingParts(crowd, CROWDED, CROWD_THREADS, CROWD_BYTES, cold)) {
            TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
            Run run = read(choice);
            crowding.check();
            return run;
        }
    }

    private Run read(String choice) throws IOException {
        List<Double> before = moved();
        Path result = spark.cluster().rig().folder("results").resolve("read-" + runs++);
        Map<String, String> settings = spark.withPlugin("gold");
        settings.put("spark.hdfs.throttle.replicas", choice);
        Map<String, String> arguments = Map.of(
                "file", READ,
                "bytesPerSecond", Integer.toString(TASK_MIB << 20),
                "result", result.toString());
        try (JavaProcess job =
                spark.submit("read-" + runs, "local[" + TASKS + "]", "PacedReadJob", settings, arguments)) {
            job.awaitSuccess(PATIENCE);
        }
        Map<String, Object> told = JSON.std.mapFrom(Files.readString(result));
        if (!digest.equals(told.get("sha256"))) {
            throw new IllegalStateException("what was read is not what was written: " + told);
        }
        List<Double> after = moved();
        double contended = after.get(0) - before.get(0);
        double seconds = ((Number) told.get("seconds")).doubleValue();
        return new Run(seconds, 100 * contended / (total(after) - total(before)));
    }

    private List<Double> moved() {
        return each(dataNodes, node -> HookFigures.of(node).tenant("gold", "bytes"));
    }
}
