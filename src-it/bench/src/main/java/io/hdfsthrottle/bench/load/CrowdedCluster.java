package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * A cluster whose one DataNode may have 4,096 transfer threads, on a {@link SlowDisk}; cold files for a crowd, one for a visitor. The crowd's
 * are so large that each stream has a part of its own, and that reading them once takes longer than a run.
 */
final class CrowdedCluster {

    static final int MOST_THREADS = 4096;

    private static final String CROWDS_FILE = "/crowd-";
    private static final int CROWDS_FILES = 4;
    private static final String VISITORS_FILE = "/visitor";
    private static final long FILE_BYTES = 1L << 30;

    /** What the crowd may use of the disk: little, so that nearly all of it is parked. */
    private static final double CROWDS_PART = 0.2;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration RENEWAL = Duration.ofSeconds(15);
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

    static CrowdedCluster start(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s, a cluster on it, %d files of 1 GiB ...", stage.diskRate(), CROWDS_FILES + 1);
        SlowDisk disk = SlowDisk.mounted(stage.belongings(), stage.folder(), DiskKind.STEADY, stage);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put("dfs.datanode.max.transfer.threads", Integer.toString(MOST_THREADS));
        settings.put("hdfs.throttle.enabled", "false");
        // A thread that may rest for 5 s sends 64 KiB in 5 s: 4,096 of them would take two fifths of the disk.
        settings.put("hdfs.throttle.pacing.longest.sleep.read", "20s");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of("-Xmx1g"), List.of());
        cluster.coordinator().putTenant("visitor", 1);
        long limit = (long) (CROWDS_PART * (stage.diskRate() << 20));
        cluster.coordinator().put("/v1/tenants/crowd", Map.of("priority", 1, "limit", limit));
        String crowdsTag = cluster.register("app-crowd", "crowd");
        String visitorsTag = cluster.register("app-visitor", "visitor");
        stage.belongings().own(renewing(cluster));
        Hdfs writer = stage.belongings().own(Hdfs.tagged(cluster.nameNode(), visitorsTag));
        writer.write(VISITORS_FILE, (int) FILE_BYTES, 0);
        for (int i = 1; i <= CROWDS_FILES; i++) {
            writer.write(CROWDS_FILE + i, (int) FILE_BYTES, i);
        }
        disk.flush();
        return new CrowdedCluster(disk, cluster, writer, crowdsTag, visitorsTag);
    }

    /** An application that nobody renews is forgotten after a minute. */
    private static AutoCloseable renewing(Cluster cluster) {
        CountDownLatch stopped = new CountDownLatch(1);
        Thread thread = new Thread(() -> renew(cluster, stopped), "renewal");
        thread.setDaemon(true);
        thread.start();
        return stopped::countDown;
    }

    private static void renew(Cluster cluster, CountDownLatch stopped) {
        try (HttpLink link = new HttpLink(List.of(cluster.coordinator().url()), Duration.ofSeconds(5))) {
            while (!stopped.await(RENEWAL.toMillis(), TimeUnit.MILLISECONDS)) {
                link.renew("app-crowd");
                link.renew("app-visitor");
            }
        } catch (LinkException missed) {
            System.err.println("not renewed; figures from now on are wrong: " + missed.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts the DataNode anew with the hook on or off, and waits until it serves and, with the hook, holds a grant. */
    void hook(boolean on) throws InterruptedException {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on)));
        await("a file", this::readable);
        if (on) {
            await("a grant", () -> HookFigures.of(cluster.dataNode())
                    .text("GrantFreshness")
                    .equals("FRESH"));
        }
    }

    private boolean readable() {
        try (InputStream in = writer.open(VISITORS_FILE)) {
            return in.read() >= 0;
        } catch (IOException notYet) {
            return false;
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(String what, Condition condition) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.holds()) {
                if (System.nanoTime() > until) {
                    throw new IllegalStateException("still waiting for " + what);
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        } catch (IOException unreachable) {
            throw new IllegalStateException("no answer about " + what, unreachable);
        }
    }

    /** Opens so many streams and waits until each has its transfer thread. */
    Crowd crowd(int streams) throws IOException, InterruptedException {
        List<LocatedBlock> blocks = new ArrayList<>();
        for (int i = 1; i <= CROWDS_FILES; i++) {
            try (FSDataInputStream in = writer.open(CROWDS_FILE + i)) {
                blocks.addAll(((HdfsDataInputStream) in).getAllBlocks());
            }
        }
        String[] address = cluster.dataNode().address().split(":", 2);
        Crowd crowd = Crowd.open(
                new InetSocketAddress(address[0], Integer.parseInt(address[1])),
                "DFSClient_" + crowdsTag + "_1_1",
                blocks,
                streams);
        await(streams + " transfer threads", () -> transferThreads() >= streams);
        return crowd;
    }

    /** How many transfer threads are taken, as the DataNode says. */
    int transferThreads() throws IOException {
        return ((Number) cluster.dataNode()
                        .bean("Hadoop:service=DataNode,name=DataNodeInfo")
                        .get("XceiverCount"))
                .intValue();
    }

    /** The DataNode's memory, in MiB (proc(5), {@code status}). */
    long residentMebibytes() throws IOException {
        Path status =
                Path.of("/proc", Long.toString(cluster.dataNode().process().pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .sum();
        }
    }

    /** One that begins at the start of its file, which is as cold as the crowd's; it comes round after 51 s. */
    Visitor visitor() throws IOException {
        PageCache.dropAll();
        return Visitor.reading(cluster.nameNode().fileSystem(), visitorsTag, VISITORS_FILE, FILE_BYTES);
    }

    /** What was read from the disk since it was made, in bytes. */
    long bytesRead() throws IOException {
        return disk.bytesRead();
    }

    /** How many connections the DataNode has refused for want of a thread since it was first started. */
    long refusals() throws IOException {
        try (Stream<String> lines = Files.lines(cluster.dataNode().process().log())) {
            return lines.filter(line -> line.contains(REFUSAL)).count();
        }
    }

    HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }
}
