package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A task that waits for bandwidth, for ten seconds beside others that need one, is copied by Spark's own settings and
 * not by those of the plugin.
 */
@Tag("alone")
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SpeculationIT {

    private static final String TEXT = "/text";
    private static final String LINE = "this line waits for its bandwidth\n";
    private static final int LINES = (20 << 20) / LINE.length();

    private Cluster cluster;
    private SparkSite spark;

    @BeforeAll
    void start() throws IOException {
        cluster = Cluster.in(RigFolders.folder("speculation"))
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "200m", "hdfs.throttle.charge", "transferred"))
                .start();
        cluster.coordinator().put("/v1/tenants/gold", Map.of("priority", 8, "limitBytesPerSecond", 2 << 20));
        try (Hdfs writer = Hdfs.untagged(cluster.nameNode());
                OutputStream text = writer.create(TEXT)) {
            text.write(LINE.repeat(LINES).getBytes(StandardCharsets.UTF_8));
        }
        spark = SparkSite.onTwoHosts(Versions.ofSpark(), "speculating");
    }

    @AfterAll
    void stop() {
        spark.close();
        cluster.close();
    }

    @Test
    void taskThatWaits_isCopiedBySparksOwnSettings() throws IOException {
        Map<String, String> sparks = Map.of(
                "spark.speculation.minTaskRuntime", "100ms",
                "spark.speculation.efficiency.processRateMultiplier", "0.75",
                "spark.speculation.efficiency.longRunTaskFactor", "2");

        assertThat(copies("hasty", sparks)).isPositive();
    }

    @Test
    void taskThatWaits_isNotCopiedByThoseOfThePlugin() throws IOException {
        assertThat(copies("patient", Map.of())).isZero();
    }

    private long copies(String name, Map<String, String> speculation) throws IOException {
        Path events = spark.folder(name + "-events");
        Map<String, String> settings = new HashMap<>(speculation);
        settings.put("spark.speculation", "true");
        settings.put("spark.executor.heartbeatInterval", "500ms");
        settings.put("spark.locality.wait", "0s");
        settings.put("spark.eventLog.enabled", "true");
        settings.put("spark.eventLog.compress", "false");
        settings.put("spark.eventLog.dir", events.toUri().toString());
        settings.put("spark.hdfs.throttle.tenant", "gold");
        settings.put(
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        SparkRun run = spark.submit(
                Placement.TWO_EXECUTORS,
                cluster.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.UnevenReadJob",
                        settings,
                        spark.plugin(),
                        Map.of(
                                "text",
                                TEXT,
                                "lines",
                                String.valueOf(LINES),
                                "short",
                                spark.folder(name + "-short").toString(),
                                "others",
                                "10",
                                "reader",
                                "stream")));
        run.awaitSuccess();

        assertThat(run.verdicts()).singleElement().asString().endsWith("\"matches\":true}");
        assertThat(run.output()).as("it did wait").anyMatch(line -> line.contains("of task time for bandwidth"));
        return lines(events)
                .filter(line -> line.contains("\"SparkListenerTaskStart\"") && line.contains("\"Speculative\":true"))
                .count();
    }

    private static Stream<String> lines(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).map(SpeculationIT::text).flatMap(String::lines).toList().stream();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
