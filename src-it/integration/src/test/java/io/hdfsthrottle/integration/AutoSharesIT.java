package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nothing is configured: the hook finds out by itself what the disk can give. Three tenants read cold files from a disk
 * of known speed, the poorest with most threads. The DataNode has Hadoop's native library, as in production; without
 * it, and on other disks, {@code bin/bench pace-shares} measures the same.
 */
@Tag("alone")
@Tag("all")
final class AutoSharesIT {

    /** The files, and what a DataNode keeps free. */
    private static final int DISK_MEBIBYTES = 6 * 1024;

    private static final int DISK_RATE_MEBIBYTES = 60;

    /** The kernel's default on a disk. */
    private static final int READAHEAD_KIBIBYTES = 128;

    /** More than any thread reads of its part until it was watched: what is read twice comes from memory. */
    private static final int FILE_BYTES = 1_152 << 20;

    private static final Duration SETTLING = Duration.ofSeconds(8);
    private static final Duration UNCONTROLLED_WINDOW = Duration.ofSeconds(8);

    /** Until the disk is known, and what was opened before its volume was proved has come to the end of its block. */
    private static final Duration LEARNING = Duration.ofSeconds(24);

    /** Long beside a quantum: the disk serves one stream for a tenth of a second before another. */
    private static final Duration WINDOW = Duration.ofSeconds(16);

    private static final List<Integer> WEIGHTS = List.of(4, 8, 8);
    private static final List<Integer> THREADS = List.of(8, 2, 1);

    /** Of what a tenant is due; without the hook they are off by more than a hundred per cent. */
    private static final double TOLERANCE = 0.05;

    private static final double LEAST_OF_UNCONTROLLED = 0.95;

    private static final long MOST_IN_MEMORY = 16 << 20;

    /** A client is served from memory if the device moved less than that part of what it got. */
    private static final double LEAST_COLD = 0.95;

    private static final int ATTEMPTS = 3;

    private LoopDisk disk;
    private Cluster cluster;
    private Renewal renewal;
    private final List<Hdfs> clients = new ArrayList<>();

    /** What one window gave. */
    private record Watched(List<Double> rates, double total, double moved) {
        boolean isCold() {
            return moved > total * LEAST_COLD;
        }
    }

    @BeforeAll
    static void needsADiskOfKnownSpeed() {
        Needs.slowDisk();
    }

    @Test
    void nothingConfigured_weightsDecide_andTheDiskGivesWhatItGivesWithoutTheHook() throws Exception {
        start();
        Watched uncontrolled = watched("hook off", SETTLING, UNCONTROLLED_WINDOW);

        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", "true"));
        clients.get(0).awaitReadable(file(0));
        Watched controlled = watched("hook on", LEARNING, WINDOW);

        int weights = WEIGHTS.stream().mapToInt(Integer::intValue).sum();
        List<Double> shares = Rates.shares(controlled.rates());
        for (int tenant = 0; tenant < WEIGHTS.size(); tenant++) {
            double due = (double) WEIGHTS.get(tenant) / weights;
            assertThat(shares.get(tenant))
                    .as("share of tenant %d in %s", tenant, shares)
                    .isCloseTo(due, within(due * TOLERANCE));
        }
        assertThat(controlled.total())
                .as("bytes a second, without the hook %.0f", uncontrolled.total())
                .isGreaterThanOrEqualTo(uncontrolled.total() * LEAST_OF_UNCONTROLLED);
        assertThat(HookFigures.of(cluster.dataNode()).number("Errors")).isZero();
    }

    private void start() throws Exception {
        Path folder = RigFolders.folder("auto-shares").toAbsolutePath();
        disk = LoopDisk.in(folder, DISK_MEBIBYTES, LoopDisk.Speed.ofReads(DISK_RATE_MEBIBYTES));
        disk.set("queue/read_ahead_kb", Integer.toString(READAHEAD_KIBIBYTES));
        HadoopHost hadoop = HadoopHost.version(Repository.find(), "3.4");
        cluster = Cluster.in(folder)
                .hadoop(hadoop.withNativeLibrary())
                .dataNode(Map.of(
                        "dfs.datanode.data.dir",
                        disk.folder().resolve("data").toUri() + ","
                                + disk.folder().resolve("more").toUri(),
                        "hdfs.throttle.enabled",
                        "false"))
                .start();
        assertThat(cluster.dataNode().process().hasLoaded("libhadoop.so")).isTrue();
        Map<String, String> applications = new LinkedHashMap<>();
        for (int tenant = 0; tenant < WEIGHTS.size(); tenant++) {
            String name = "t" + tenant;
            cluster.coordinator().putTenant(name, WEIGHTS.get(tenant));
            Hdfs client = Hdfs.tagged(cluster.nameNode(), cluster.register("app-" + tenant, name));
            applications.put("app-" + tenant, name);
            clients.add(client);
            client.write(file(tenant), FILE_BYTES, tenant);
        }
        renewal = Renewal.of(cluster, applications);
    }

    private static String file(int tenant) {
        return "/file-" + tenant;
    }

    /** Drops the blocks from the page cache as far as they are not in use: how many bytes of them are left there. */
    private long dropped() throws IOException {
        disk.flush(); // what is dirty is not dropped
        Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "1");
        List<String> fincore = new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
        try (Stream<Path> files = Files.walk(disk.folder())) {
            files.filter(file -> file.getFileName().toString().matches("blk_[0-9]+"))
                    .forEach(block -> fincore.add(block.toString()));
        }
        return SystemCommands.output(fincore.toArray(String[]::new))
                .lines()
                .mapToLong(line -> Long.parseLong(line.strip()))
                .sum();
    }

    /**
     * What the tenants get from the disk. A window in which they got much from memory says nothing, with the hook or
     * without: then another one counts.
     */
    private Watched watched(String under, Duration settling, Duration window) throws IOException {
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            Watched watched = watchedOnce(under, settling, window);
            if (watched.isCold()) {
                return watched;
            }
        }
        Watched last = watchedOnce(under, settling, window);
        assertThat(last.moved())
                .as("bytes a second from the device, %s", under)
                .isGreaterThan(last.total() * LEAST_COLD);
        return last;
    }

    private Watched watchedOnce(String under, Duration settling, Duration window) throws IOException {
        await().atMost(Duration.ofSeconds(30)).until(() -> dropped() < MOST_IN_MEMORY);
        List<Streams> streams = new ArrayList<>();
        try {
            for (int tenant = 0; tenant < WEIGHTS.size(); tenant++) {
                streams.add(Streams.readingParts(
                        clients.get(tenant), file(tenant), THREADS.get(tenant), FILE_BYTES, Streams.Behind.LEFT));
            }
            Rates.over(settling, streams);
            long before = disk.bytesRead();
            List<Double> rates = Rates.over(window, streams);
            double moved = (disk.bytesRead() - before) / (double) window.toSeconds();
            streams.forEach(Streams::check);
            double total = rates.stream().mapToDouble(Double::doubleValue).sum();
            System.out.printf(
                    "%s: shares %s of %.1f MB/s, %.1f from the disk%n",
                    under, Rates.shares(rates), total / 1e6, moved / 1e6);
            return new Watched(rates, total, moved);
        } finally {
            streams.forEach(Streams::close);
        }
    }

    @AfterEach
    void stop() throws IOException {
        if (renewal != null) {
            renewal.close();
        }
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
