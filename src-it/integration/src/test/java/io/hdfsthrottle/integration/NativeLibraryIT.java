package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * DataNodes as in production, with Hadoop's native library, which reads ahead on threads of its own unless that is
 * prevented.
 */
@Tag("alone")
final class NativeLibraryIT {

    private static final String LIBRARY = "libhadoop.so";

    /** Hadoop's readahead threads, as far as Linux keeps a thread's name. */
    private static final String READAHEAD_THREAD = "Readahead Threa";

    private static final double CAPACITY = 60 << 20;
    private static final int FILE_BYTES = 24 << 20;
    private static final Duration WINDOW = Duration.ofSeconds(4);
    private static final double WIDE = 0.05;

    private static final Map<String, String> EVERY_BYTE = Map.of("hdfs.throttle.volume.capacity", "60m");
    private static final Map<String, String> BY_DEVICE =
            Map.of("hdfs.throttle.volume.capacity", "60m", "hdfs.throttle.charge", "device");

    private final HadoopHost host = HadoopHost.version(Repository.find(), "3.4");
    private Cluster cluster;

    @Test
    void dataNodeThatWouldReadAheadItself_leavesThatToTheHook_andKeepsShares() throws Exception {
        start(host.withNativeLibrary(), EVERY_BYTE);
        assertThat(process().hasLoaded(LIBRARY)).isTrue();

        assertThatPrioritiesDecide();
        assertThat(readsAheadOnThreadsOfItsOwn()).isFalse();
        assertThat(figures().number("Errors")).isZero();
    }

    @Test
    void clientsThatAskForReadahead_areServed_byTheHook() throws Exception {
        start(host.withNativeLibrary(), BY_DEVICE);
        assertThat(process().hasLoaded(LIBRARY)).isTrue();

        assertThatItServes(Map.of("dfs.client.cache.readahead", "4194304"));
        assertThat(readsAheadOnThreadsOfItsOwn()).isFalse();
        assertThat(figures().text("Charge")).isEqualTo("device");
    }

    private void start(HadoopHost hadoop, Map<String, String> settings) {
        cluster = Cluster.in(RigFolders.folder("native-library"))
                .hadoop(hadoop)
                .dataNode(settings)
                .start();
    }

    private void assertThatPrioritiesDecide() throws Exception {
        cluster.coordinator().putTenant("bronze", 4);
        cluster.coordinator().putTenant("gold", 8);
        try (Hdfs bronze = Hdfs.tagged(cluster.nameNode(), cluster.register("app-bronze", "bronze"));
                Hdfs gold = Hdfs.tagged(cluster.nameNode(), cluster.register("app-gold", "gold"))) {
            bronze.write("/data", FILE_BYTES, 1);
            try (Streams many = Streams.reading(bronze, "/data", 8);
                    Streams one = Streams.reading(gold, "/data", 1)) {
                await().until(() -> Math.min(many.bytes(), one.bytes()) > FILE_BYTES / 8);
                List<Double> rates = Rates.over(WINDOW, List.of(many, one));
                double total = rates.get(0) + rates.get(1);
                System.out.printf("shares %s of %.1f MB/s%n", Rates.shares(rates), total / 1e6);

                assertThat(rates.get(0) / total).isCloseTo(1 / 3.0, within(WIDE));
                assertThat(total).isCloseTo(CAPACITY, within(CAPACITY * 0.1));
                assertThat(many.errors()).isEmpty();
                assertThat(one.errors()).isEmpty();
            }
        }
    }

    private void assertThatItServes(Map<String, String> client) throws IOException {
        try (Hdfs hdfs = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client)) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
        }
        assertThat(figures().number("Errors")).isZero();
    }

    /** They end after seconds without work, so this is asked soon after something was read. */
    private boolean readsAheadOnThreadsOfItsOwn() throws IOException {
        try (Stream<Path> threads =
                Files.list(Path.of("/proc", Long.toString(process().pid()), "task"))) {
            return threads.anyMatch(thread -> READAHEAD_THREAD.equals(named(thread)));
        }
    }

    private static String named(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).trim();
        } catch (IOException ended) {
            return "";
        }
    }

    private HookFigures figures() {
        return HookFigures.of(cluster.dataNode());
    }

    private JavaProcess process() {
        return cluster.dataNode().process();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }
}
