package io.hdfsthrottle.bench.load;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;

/**
 * A cluster whose one DataNode may have 4,096 transfer threads, on a {@link SlowDisk}; cold files for a crowd, one for
 * a visitor. Each stream of the crowd begins at its own position, and what a stream received is dropped from the page
 * cache behind it, so that the stream before it reads it from the disk, with the hook and without it.
 */
public final class CrowdedCluster {

    /** The limit on the DataNode's transfer threads. */
    public static final int MOST_THREADS = 4096;

    private static final String CROWDS_FILE = "/crowd-";
    private static final int CROWDS_FILES = 4;
    private static final String VISITORS_FILE = "/visitor";
    private static final long FILE_BYTES = 1L << 30;

    /** The crowd's limit as a fraction of the disk: low, so that nearly all of it is parked. */
    private static final double CROWDS_PART = 0.2;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String REFUSAL = "exceeds the limit of concurrent xceivers";

    private final SlowDisk disk;
    private final Cluster cluster;
    private final Hdfs writer;
    private final String crowdsTag;
    private final String visitorsTag;

    private CrowdedCluster(SlowDisk disk, Cluster cluster, Hdfs writer, String crowdsTag, String visitorsTag) {
        this.disk = disk;
        this.cluster = cluster;
        this.writer = writer;
        this.crowdsTag = crowdsTag;
        this.visitorsTag = visitorsTag;
    }

    /** Creates the disk, starts the cluster and writes the files. */
    public static CrowdedCluster start(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s, a cluster on it, %d files of 1 GiB ...", stage.diskRate(), CROWDS_FILES + 1);
        SlowDisk disk = stage.slowDisk(DiskKind.STEADY);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put("dfs.datanode.max.transfer.threads", Integer.toString(MOST_THREADS));
        settings.put("hdfs.throttle.enabled", "false");
        // A thread that may pause for 5 s sends 64 KiB in 5 s: 4,096 of them would take two fifths of the disk.
        settings.put("hdfs.throttle.pacing.longest.sleep.read", "20s");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of("-Xmx1g"), List.of());
        cluster.coordinator().putTenant("visitor", 1);
        long limit = (long) (CROWDS_PART * (stage.diskRate() << 20));
        cluster.coordinator().put("/v1/tenants/crowd", Map.of("priority", 1, "limit", limit));
        String crowdsTag = cluster.register("app-crowd", "crowd");
        String visitorsTag = cluster.register("app-visitor", "visitor");
        stage.resources().own(Renewal.of(cluster, Map.of("app-crowd", "crowd", "app-visitor", "visitor")));
        Hdfs writer = stage.resources().own(Hdfs.tagged(cluster.nameNode(), visitorsTag));
        writer.write(VISITORS_FILE, (int) FILE_BYTES, 0);
        for (int i = 1; i <= CROWDS_FILES; i++) {
            writer.write(CROWDS_FILE + i, (int) FILE_BYTES, i);
        }
        disk.flush();
        return new CrowdedCluster(disk, cluster, writer, crowdsTag, visitorsTag);
    }

    /** Restarts the DataNode with the hook on or off, and waits until it serves and, with the hook, holds a grant. */
    public void hook(boolean on) {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
        writer.awaitReadable(VISITORS_FILE);
        if (on) {
            await("a grant")
                    .atMost(PATIENCE)
                    .until(() -> figures().text("GrantFreshness").equals("FRESH"));
        }
    }

    /** Opens so many streams and waits until each has its transfer thread. */
    public Crowd crowd(int streams) throws IOException {
        List<Crowd.Part> parts = new ArrayList<>();
        List<ColdFile> files = new ArrayList<>();
        for (int i = 1; i <= CROWDS_FILES; i++) {
            int file = files.size();
            files.add(ColdFile.on(disk.mount(), writer, CROWDS_FILE + i));
            try (FSDataInputStream in = writer.open(CROWDS_FILE + i)) {
                ((HdfsDataInputStream) in).getAllBlocks().forEach(block -> parts.add(new Crowd.Part(file, block)));
            }
        }
        String[] address = cluster.dataNode().address().split(":", 2);
        Crowd crowd = Crowd.open(
                new InetSocketAddress(address[0], Integer.parseInt(address[1])),
                "DFSClient_" + crowdsTag + "_1_1",
                parts,
                streams,
                (file, from, to) -> files.get(file).drop(from, to));
        await(streams + " transfer threads").atMost(PATIENCE).until(() -> transferThreads() >= streams);
        return crowd;
    }

    /** The number of busy transfer threads, according to the DataNode. */
    public int transferThreads() throws IOException {
        return ((Number) cluster.dataNode()
                        .bean("Hadoop:service=DataNode,name=DataNodeInfo")
                        .get("XceiverCount"))
                .intValue();
    }

    /** The DataNode's memory, in MiB (proc(5), {@code status}). */
    public long residentMebibytes() throws IOException {
        Path status =
                Path.of("/proc", Long.toString(cluster.dataNode().process().pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .sum();
        }
    }

    /** A visitor that begins at the start of its file, which is as cold as the crowd's; it restarts after 51 s. */
    public Visitor visitor() throws IOException {
        PageCache.dropAll();
        return Visitor.reading(cluster.nameNode().fileSystem(), visitorsTag, VISITORS_FILE, FILE_BYTES);
    }

    /** The bytes read from the disk since it was created. */
    public long bytesRead() throws IOException {
        return disk.bytesRead();
    }

    /** The number of connections that the DataNode refused for lack of a thread since it was first started. */
    public long refusals() throws IOException {
        try (Stream<String> lines = Files.lines(cluster.dataNode().process().log())) {
            return lines.filter(line -> line.contains(REFUSAL)).count();
        }
    }

    /** The hook's current figures. */
    public HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }
}
