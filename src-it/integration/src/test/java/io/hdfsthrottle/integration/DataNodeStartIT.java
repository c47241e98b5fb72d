package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is written in its configuration, a DataNode with the hook starts and serves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DataNodeStartIT {

    private static final int FILE_BYTES = 20 << 20;

    private Cluster cluster;
    private int logged;

    @BeforeAll
    void startAll() {
        cluster = Cluster.in(RigFolders.folder("start"))
                .hadoop(Versions.ofHadoop())
                .coordinators(0)
                .start();
    }

    @AfterAll
    void stopAll() {
        cluster.close();
    }

    @Test
    @Order(1)
    void anEmptyConfiguration_pacesByWhatTheDiskGives_andServes() throws IOException {
        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        await().until(() -> figures().tenant("default", "bytes") >= 2.0 * FILE_BYTES);
    }

    @Test
    void aCoordinatorThatIsNotThere_isSaidOnceAndDoesNotHinder() throws IOException {
        restart(Map.of("hdfs.throttle.coordinator", "http://127.0.0.1:1", "hdfs.throttle.volume.capacity", "400m"));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        assertThat(figures().text("GrantFreshness")).isEqualTo("NONE");
        assertThat(logLines("No coordinator")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "hdfs.throttle.volume.capcity, 150m, unknown setting hdfs.throttle.volume.capcity",
        "hdfs.throttle.volume.capacity, fast, hdfs.throttle.volume.capacity=fast",
        "hdfs.throttle.coordinator, coordinator:9880, hdfs.throttle.coordinator=coordinator:9880",
        "hdfs.throttle.pacing.longest.sleep, 60s, hdfs.throttle.pacing.longest.sleep=60s"
    })
    void aWrongSetting_isSaidAndServesUnthrottled(String key, String value, String said) throws IOException {
        restart(Map.of(key, value));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("OFF");
        assertThat(figures().text("Reason")).contains(said, "hdfs-site.xml");
        assertThat(logLines("I/O is served unthrottled")).singleElement().satisfies(line -> assertThat(line)
                .contains(said));
    }

    @Test
    void aNodeKeyThatCannotBeRead_areSaid_andTheNodePaces() throws IOException {
        restart(Map.of("hdfs.throttle.node.key.file", "/nowhere/keys"));

        assertThatItServes();
        assertThat(figures().text("State")).isEqualTo("PACING");
        assertThat(logLines("No tag is believed")).singleElement().satisfies(line -> assertThat(line)
                .contains("/nowhere/keys is missing"));
    }

    @Test
    void aTimeoutThatIsTooShortForTheWaits_isSaidOnce_andServes() throws IOException {
        restart(Map.of("dfs.client.socket-timeout", "2000"));

        assertThatItServes();
        assertThat(logLines("may give up")).singleElement().satisfies(line -> assertThat(line)
                .contains("WARN", "dfs.client.socket-timeout=2000", "hdfs.throttle.pacing.longest.sleep=2s", "1333ms"));
    }

    @Test
    void figures_areOnHadoopsPageForPrometheus_inAFormatThatItReads() throws IOException {
        restart(Map.of("hadoop.prometheus.endpoint.enabled", "true"));

        assertThatItServes();
        HttpRequest request = HttpRequest.newBuilder(cluster.dataNode().http().resolve("/prom"))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        await().untilAsserted(() -> {
            HttpResponse<String> page = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).as("%s", page.body()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
            assertThat(page.body())
                    .containsPattern("(?m)^hdfs_throttle_datanode_pacing\\{.*} 1$")
                    .containsPattern("(?m)^hdfs_throttle_datanode_tenant_bytes\\{.*tenant=\"default\".*} [1-9]");
        });
    }

    /** Their packets come in turn each four seconds. */
    @Test
    void clientsOfThreeSecondsPatience_readToTheEnd_howeverManyShareALittle() throws Exception {
        restart(Map.of("hdfs.throttle.volume.capacity", "1m", "hdfs.throttle.charge", "transferred"));
        Map<String, String> hasty =
                Map.of("dfs.client.socket-timeout", "3000", "dfs.client.max.block.acquire.failures", "0");
        int readers = 64;
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        try (Hdfs hdfs = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", hasty)) {
            String written = hdfs.write("/little", 256 << 10, 2);
            List<Callable<String>> reads = Collections.nCopies(readers, () -> hdfs.read("/little"));
            for (Future<String> read : threads.invokeAll(reads)) {
                assertThat(read.get()).isEqualTo(written);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(figures().number("LongestSleepMillis")).isBetween(1_000L, 2_500L);
    }

    /** The same DataNode with these settings alone; its log is of this start. */
    private void restart(Map<String, String> settings) throws IOException {
        logged = Files.readAllLines(cluster.dataNode().process().log()).size();
        var unused = cluster.restartDataNode(DataNode.Setup.hooked(settings));
    }

    private void assertThatItServes() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
        }
    }

    private HookFigures figures() {
        return cluster.figures();
    }

    private List<String> logLines(String words) throws IOException {
        Path log = cluster.dataNode().process().log();
        return Files.readAllLines(log).stream()
                .skip(logged)
                .filter(line -> line.contains(words))
                .toList();
    }
}
