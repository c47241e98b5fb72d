package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What administrators, clients and other parts of HDFS do to a DataNode while it paces: nothing fails because of it.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DataNodeFaultsIT {

    private static final int MIB = 1 << 20;
    private static final int FILE_BYTES = 4 * MIB;
    private static final double CAPACITY = 8 * MIB;
    private static final double CEILING = 2 * MIB;

    /** Before each 128 KiB: 19 MB/s at most, where the disk is said to take 8. */
    private static final Duration PAUSE_OF_WRITER = Duration.ofMillis(7);

    private static final String STOPPED = "hdfs-throttle has stopped";
    private static final int ATTEMPTS = 3;
    private static final String READ_LIMIT = "dfs.datanode.data.read.bandwidthPerSec";
    private static final List<String> LIMITS = List.of(
            READ_LIMIT, "dfs.datanode.data.write.bandwidthPerSec", "dfs.datanode.data.transfer.bandwidthPerSec");

    private Cluster cluster;
    private DataNode.Setup setup;
    private DataNode dataNode;
    private Hdfs hdfs;
    private String written;
    private final List<Streams> streams = new ArrayList<>();

    @BeforeAll
    void startEverything() throws IOException {
        cluster = Cluster.in(RigFolders.folder("faults"))
                .hadoop(Versions.ofHadoop())
                .coordinators(0)
                .withoutDataNodes()
                .start();
        setup = DataNode.Setup.hooked(Map.of(
                "hdfs.throttle.volume.capacity",
                Long.toString((long) CAPACITY),
                "dfs.datanode.data.dir",
                folders("one", "two")));
        dataNode = cluster.addDataNode("datanode", setup);
        hdfs = Hdfs.untagged(cluster.nameNode());
        written = hdfs.write("/data", FILE_BYTES, 1);
    }

    @AfterAll
    void stopEverything() {
        cluster.close();
    }

    @AfterEach
    void stopReading() {
        streams.forEach(Streams::close);
        streams.clear();
    }

    @Test
    @Order(1)
    void throttlersThatReconfigReplaces_areBackSoon_andNoReadFails() {
        Streams reading = read("/data", 2);
        await().until(() -> reading.bytes() > 0);
        for (String limit : LIMITS) {
            reconfigure(Map.of(limit, "104857600"));
        }
        reconfigure(LIMITS.stream().collect(Collectors.toMap(Function.identity(), limit -> "0")));
        long before = reading.bytes();
        await().until(() -> reading.bytes() > before + MIB);
        assertThat(reading.errors()).isEmpty();
        assertThat(figures().number("Errors")).isZero();
    }

    @Test
    @Order(2)
    void limitThatReconfigSets_isACeilingOverAllTenants_andGoesWithIt() {
        assertThat(rateOf(read("/data", 3))).isBetween(CAPACITY * 0.8, CAPACITY * 1.2);
        reconfigureReads(Long.toString((long) CEILING));
        assertThat(rateOf(read("/data", 3))).isBetween(CEILING * 0.5, CEILING * 1.5);
        reconfigureReads("0");
        assertThat(rateOf(read("/data", 3))).isBetween(CAPACITY * 0.8, CAPACITY * 1.2);
    }

    private void reconfigureReads(String value) {
        stopReading();
        reconfigure(Map.of(READ_LIMIT, value));
    }

    private void reconfigure(Map<String, String> limits) {
        long before = figures().number("Reinstalled");
        dataNode.reconfigure(limits);
        await().until(() -> figures().number("Reinstalled") >= before + limits.size());
    }

    private double rateOf(Streams reading) {
        await().until(() -> reading.bytes() > MIB);
        double rate = Rates.over(Duration.ofSeconds(2), List.of(reading)).get(0);
        System.out.printf("%.2f MiB/s%n", rate / MIB);
        assertThat(reading.errors()).isEmpty();
        return rate;
    }

    @Test
    @Order(3)
    void volumesThatComeAndGoWhileStreamsRun_arePacedAndForgotten_andEveryStreamIsServed() throws IOException {
        Set<String> before = Set.of(hdfs.storage("/data"), writeOn(Set.of(hdfs.storage("/data")), "/b"));

        dataNode.reconfigure(Map.of("dfs.datanode.data.dir", folders("one", "two", "three")));
        String added = writeOn(before, "/c");
        assertThat(pacedVolumes()).contains(added);

        List<CompletableFuture<String>> reads = Stream.generate(() -> CompletableFuture.supplyAsync(() -> digest("/c")))
                .limit(6)
                .toList();
        await().until(() -> sleeping() > 2);
        dataNode.reconfigure(Map.of("dfs.datanode.data.dir", folders("one", "two")));
        assertThat(reads).allSatisfy(read -> assertThat(read.join()).isEqualTo(written));
        await().until(() -> !pacedVolumes().contains(added));
        assertThat(openFilesBelow("three")).isEmpty();

        dataNode.reconfigure(Map.of("dfs.datanode.data.dir", folders("one", "two", "three")));
        assertThat(digest("/c")).isEqualTo(written);
        // A queue that it has until its disk is known ends, and its figures with it.
        await().until(() -> disksWithACapacity() == 1);
        assertThat(digest("/c")).isEqualTo(written);
        await().until(() -> pacedVolumes().contains(added));
        assertThat(figures().number("Errors")).isZero();
    }

    private long disksWithACapacity() {
        return figures().rows("Disks").stream()
                .filter(disk -> ((Number) disk.get("capacity")).longValue() > 0)
                .count();
    }

    /** Writes a file on a disk that is none of those; DataNodes take one disk after the other. */
    private String writeOn(Set<String> others, String path) throws IOException {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            hdfs.write(path, FILE_BYTES, 1);
            String storage = hdfs.storage(path);
            seen.add(storage);
            if (!others.contains(storage)) {
                return storage;
            }
        }
        throw new AssertionError("only on " + seen);
    }

    private String digest(String path) {
        try {
            return hdfs.read(path);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private List<Object> pacedVolumes() {
        return figures().rows("Tenants").stream()
                .map(tenant -> tenant.get("volume"))
                .toList();
    }

    /** The waits of a disk are told with the volume that it is called by, and all of these are on one. */
    private long sleeping() {
        return figures().rows("Tenants").stream()
                .mapToLong(tenant -> ((Number) tenant.get("sleeping")).longValue())
                .sum();
    }

    private List<Path> openFilesBelow(String folder) throws IOException {
        Path below = folder(folder);
        List<Path> open = new ArrayList<>();
        try (Stream<Path> descriptors =
                Files.list(Path.of("/proc/" + dataNode.process().pid() + "/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                Path file = Files.isSymbolicLink(descriptor) ? Files.readSymbolicLink(descriptor) : below.getRoot();
                if (file.startsWith(below)) {
                    open.add(file);
                }
            }
        }
        return open;
    }

    @Test
    @Order(4)
    void clientsWithHostileNames_areServedAndChargedLikeAnybody() throws IOException {
        double before = figures().tenant("default", "bytes");
        List<String> hostile = List.of(
                " at /10.9.9.9:1 [Sending block BP-9:blk_9_9]",
                "x at [",
                "]][[ [Receiving block ]",
                "line\nfeed\r\ttab\u0000nul\u001b[31mred\u007f",
                "%s%n%d%x%%n{}{0}${jndi:ldap://127.0.0.1/x}",
                "<script>alert('x')</script>&amp;\"",
                "\u202e\u0645\u0631\u062d\u0628\u0627 \ud83d\ude80 \u6f22\u5b57 e\u0301",
                "hdfs.replication",
                "app-1.k1." + "0".repeat(86),
                "../../etc/passwd",
                "n".repeat(20_000));
        int bytes = 256 * 1024;
        for (String name : hostile) {
            try (Hdfs client = Hdfs.tagged(cluster.nameNode(), name)) {
                String digest = client.write("/hostile", bytes, 7);
                assertThat(client.read("/hostile")).as(name).isEqualTo(digest);
            }
        }
        await().until(() -> figures().tenant("default", "bytes") >= before + 2.0 * bytes * hostile.size());
        assertThat(figures().number("Errors")).isZero();
        assertThat(pacedVolumes()).doesNotContain("unknown");
        assertThat(figures().text("State")).isEqualTo("PACING");
    }

    @Test
    @Order(5)
    void leaseOfAFileWhoseWriterRests_isRecoveredWithoutWaitingForIt() throws IOException {
        read("/data", 8);
        OutputStream writer = hdfs.create("/taken");
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> writeUntilTaken(writer));
        await().until(() -> figures().tenant("default", "sleeping") > 4);
        try (Hdfs other = Hdfs.tagged(cluster.nameNode(), "other")) {
            await().pollInterval(Duration.ofSeconds(1)).until(() -> other.recoverLease("/taken"));
        }
        writing.join();
        assertThat(logLines("Join on writer thread")).isEmpty();
        assertThat(figures().number("Errors")).isZero();
    }

    private static void writeUntilTaken(OutputStream writer) {
        byte[] packet = new byte[1 << 16];
        try {
            for (int i = 0; i < 10_000; i++) {
                writer.write(packet);
            }
        } catch (IOException taken) {
            return;
        }
        throw new AssertionError("the file was never taken from its writer");
    }

    @Test
    @Order(6)
    void writerAcrossAnUpgradeRestart_whoseThreadRests_losesNothing() throws IOException {
        Optional<String> digest = Optional.empty();
        for (int attempt = 1; attempt <= ATTEMPTS && digest.isEmpty(); attempt++) {
            digest = writeAcrossAnUpgrade();
        }
        assertThat(digest).as("written in one of %d restarts", ATTEMPTS).isPresent();
        assertThat(digest("/upgraded")).isEqualTo(digest.get());
        assertThat(figures().number("Errors")).isZero();
        assertThat(figures().text("State")).isEqualTo("PACING");
    }

    /** Nothing if the client noticed the closed connection before it was told to wait: HDFS's own race, see below. */
    private Optional<String> writeAcrossAnUpgrade() throws IOException {
        int stops = logLines(STOPPED).size();
        CompletableFuture<String> writing = CompletableFuture.supplyAsync(this::writeSlowly);
        await().until(() -> figures().tenant("default", "sleeping") > 0);
        dataNode = dataNode.upgraded(setup);
        assertThat(writing.isDone() && !writing.isCompletedExceptionally())
                .as("ended before the restart")
                .isFalse();
        assertThat(logLines("Sending OOB to peer")).isNotEmpty();
        assertThat(logLines(STOPPED)).hasSize(stops + 1);
        try {
            return Optional.of(writing.join());
        } catch (CompletionException broken) {
            assertThat(broken).hasStackTraceContaining("are bad. Aborting");
            return Optional.empty();
        }
    }

    /**
     * A little faster than the disk is said to be, so that its thread rests, and not by much: HDFS interrupts the
     * threads of the clients that it told to wait, and one that has a packet to read just then closes the connection
     * ({@code SocketIOWithTimeout.doIO}), which a client may notice before it is told. A thread that waits for its
     * client closes it a second later ({@code BlockReceiver.receiveBlock}).
     */
    private String writeSlowly() {
        try {
            return hdfs.write("/upgraded", 6 * FILE_BYTES, 3, PAUSE_OF_WRITER);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    @Order(7)
    void dataNodeToldToStopWhileDozensRest_endsInGoodOrder() throws IOException {
        int stops = logLines(STOPPED).size();
        read("/data", 48);
        await().until(() -> figures().tenant("default", "sleeping") > 40);
        assertThat(dataNode.process().stop()).isTrue();
        assertThat(logLines(STOPPED)).hasSize(stops + 1);
        streams.clear(); // their clients look for the DataNode for half a minute
    }

    private Streams read(String path, int count) {
        Streams reading = Streams.reading(hdfs, path, count);
        streams.add(reading);
        return reading;
    }

    private HookFigures figures() {
        return HookFigures.of(dataNode);
    }

    private String folders(String... names) {
        return String.join(
                ",",
                Stream.of(names).map(name -> folder(name).toUri().toString()).toList());
    }

    private Path folder(String name) {
        return cluster.rig().folder("disks/" + name);
    }

    private List<String> logLines(String words) throws IOException {
        return Files.readAllLines(dataNode.process().log()).stream()
                .filter(line -> line.contains(words))
                .toList();
    }
}
