package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A DataNode restarts while three tenants read cold files from its only disk, the poorest with most threads. It knows
 * nothing of the disk then, and its readers come back one after the other: weights stay what priorities say all the
 * same, and shares are right soon, whether or not the disk's capacity is configured.
 */
@Tag("alone")
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestartUnderLoadIT {

    private static final int DISK_RATE_MEBIBYTES = 40;
    private static final int DISK_MEBIBYTES = 4 * 1024;

    /** More than any thread reads of its part between two restarts: what is read twice comes from memory. */
    private static final int FILE_BYTES = 24 * Hdfs.BLOCK_BYTES;

    private static final Duration SETTLING = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final List<Integer> PRIORITIES = List.of(4, 8, 8);
    private static final List<Integer> THREADS = List.of(8, 2, 1);

    /** Of what a tenant is due. */
    private static final double TOLERANCE = 0.02;

    /** Readers ask again soon, so that none is alone for long when the DataNode is back and reads its part twice. */
    private static final Map<String, String> PATIENT =
            Map.of("dfs.client.retry.window.base", "10", "dfs.client.max.block.acquire.failures", "1000");

    private final List<Hdfs> clients = new ArrayList<>();
    private final List<Streams> streams = new ArrayList<>();
    private LoopDisk disk;
    private Cluster cluster;

    @BeforeAll
    void startReading() throws Exception {
        Needs.slowDisk();
        Path folder = RigFolders.folder("restart").toAbsolutePath();
        disk = LoopDisk.in(folder, DISK_MEBIBYTES, LoopDisk.Speed.ofReads(DISK_RATE_MEBIBYTES));
        disk.set("queue/read_ahead_kb", "128"); // a loop device keeps what its last user set
        cluster = Cluster.in(folder)
                .hadoop(HadoopHost.version(Repository.find(), "3.4").withNativeLibrary())
                .dataNode(Map.of(
                        "dfs.datanode.data.dir", disk.folder().resolve("data").toString()))
                .start();
        for (int tenant = 0; tenant < PRIORITIES.size(); tenant++) {
            cluster.coordinator().putTenant("t" + tenant, PRIORITIES.get(tenant));
            String tag = cluster.register("app-" + tenant, "t" + tenant);
            clients.add(Hdfs.tagged(cluster.nameNode(), tag, PATIENT));
            clients.get(tenant).write("/file-" + tenant, FILE_BYTES, tenant);
        }
        disk.flush(); // what is dirty is not dropped
        for (int tenant = 0; tenant < PRIORITIES.size(); tenant++) {
            streams.add(Streams.readingParts(
                    clients.get(tenant), "/file-" + tenant, THREADS.get(tenant), FILE_BYTES, Streams.Behind.LEFT));
        }
    }

    @Test
    void nothingConfigured_sharesAreRightTenSecondsAfterARestart() throws IOException {
        assertThatARestartLeavesShares("auto");
    }

    @Test
    void capacityConfigured_sharesAreRightTenSecondsAfterARestart() throws IOException {
        assertThatARestartLeavesShares("36m");
    }

    private void assertThatARestartLeavesShares(String capacity) throws IOException {
        var unused = cluster.restartDataNode(Map.of("hdfs.throttle.volume.capacity", capacity));
        Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "1");
        Rates.over(SETTLING, streams);
        List<Double> weights = weights();
        long before = disk.bytesRead();
        List<Double> rates = Rates.over(WINDOW, streams);
        List<Double> shares = Rates.shares(rates);
        System.out.printf(
                "capacity %s: weights %s, then %s; rates %s; %.0f MB from the disk%n",
                capacity, weights, weights(), rates, (disk.bytesRead() - before) / 1e6);
        streams.forEach(Streams::check);
        for (int tenant = 0; tenant < PRIORITIES.size(); tenant++) {
            double priority = PRIORITIES.get(tenant);
            assertThat(List.of(weights.get(tenant), weights().get(tenant))).containsOnly(priority);
            double due =
                    priority / PRIORITIES.stream().mapToInt(Integer::intValue).sum();
            assertThat(shares.get(tenant))
                    .as("share of tenant %s in %s", tenant, shares)
                    .isCloseTo(due, within(due * TOLERANCE));
        }
    }

    private List<Double> weights() {
        return List.of(
                cluster.figures().tenant("t0", "weight"),
                cluster.figures().tenant("t1", "weight"),
                cluster.figures().tenant("t2", "weight"));
    }

    @AfterAll
    void stop() throws IOException {
        streams.forEach(Streams::close);
        for (Hdfs client : clients) {
            client.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        if (disk != null) {
            disk.close();
        }
    }
}
