package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Within one tenant, on real HDFS: plain clients name their tasks and pools behind the tag, as the Spark plugin has
 * them do. Bounds are wide, because machines that run tests are busy; the exact ones are the benchmark's.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TaskRatesIT {

    private static final String TENANT = "gold";
    private static final int FILE_BYTES = 24 << 20;
    private static final double MIB = 1 << 20;
    private static final Duration WINDOW = Duration.ofSeconds(3);
    private static final double TOLERANCE = 0.08;

    private final List<Hdfs> clients = new ArrayList<>();
    private final List<Streams> streams = new ArrayList<>();
    private Cluster cluster;

    @BeforeAll
    void startEverything() throws Exception {
        cluster = Cluster.in(RigFolders.folder("task-rates"))
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "40m"))
                .start();
        cluster.coordinator().putTenant(TENANT, 8);
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), cluster.register("app-writer", TENANT))) {
            writer.write("/data", FILE_BYTES, 1);
        }
    }

    @AfterEach
    void stopReading() throws IOException {
        streams.forEach(Streams::close);
        streams.clear();
        for (Hdfs client : clients) {
            client.close();
        }
        clients.clear();
    }

    @AfterAll
    void stopEverything() {
        cluster.close();
    }

    @Test
    void limitOfEachTask_holds_andIsSwappedWhileTheyRead() throws Exception {
        String fast = cluster.register("app-fast", TENANT, perTask("9m"));
        String slow = cluster.register("app-slow", TENANT, perTask("3m"));
        read(fast + Part.NONE.task(1), 1);
        read(fast + Part.NONE.task(2), 2);
        read(slow + Part.NONE.task(1), 2);
        assertThatRatesAre(9, 9, 3);

        cluster.coordinator().put("/v1/applications/app-fast", Map.of("per", "task", "limitBytesPerSecond", 3 << 20));
        cluster.coordinator().put("/v1/applications/app-slow", Map.of("per", "task", "limitBytesPerSecond", 9 << 20));
        assertThatRatesAre(3, 3, 9);
        assertThat(HookFigures.of(cluster.dataNode()).number("Errors")).isZero();
    }

    @Test
    void poolsAndApplications_shareWhatIsTheirs_whateverTheirThreads() throws Exception {
        PartTerms weighted = PartTerms.NONE.weighing(Map.of("etl", 3));
        String pooled = cluster.register("app-pooled", TENANT, weighted);
        String other = cluster.register("app-other", TENANT);
        read(pooled + Part.of("1", "etl"), 1);
        read(pooled + Part.of("2", "adhoc"), 4);
        read(other, 6);
        // Half for each application; of the one, three quarters for the heavier pool.
        assertThatRatesAre(15, 5, 20);
    }

    private static PartTerms perTask(String limit) {
        return PartTerms.of(Level.TASK, Rate.ZERO, Rate.parse(limit));
    }

    private void read(String name, int threads) {
        Hdfs client = Hdfs.tagged(cluster.nameNode(), name);
        clients.add(client);
        streams.add(Streams.reading(client, "/data", threads));
    }

    /** In MiB a second, soon. */
    private void assertThatRatesAre(double... expected) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            List<Double> rates = Rates.over(WINDOW, streams);
            System.out.printf("rates %s%n", rates);
            for (int i = 0; i < expected.length; i++) {
                assertThat(rates.get(i) / MIB).isCloseTo(expected[i], within(expected[i] * TOLERANCE));
            }
        });
        assertThat(streams).allSatisfy(stream -> assertThat(stream.errors()).isEmpty());
    }
}
