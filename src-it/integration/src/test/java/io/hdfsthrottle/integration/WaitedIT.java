package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A throttled application is told that it was, how long and why, wherever people look. */
@Tag("alone")
@ParameterizedClass(name = "Spark {0}, Hadoop {1}")
@MethodSource(Versions.LAST_PAIR)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WaitedIT {

    private static final String NAME = "throttled";
    private static final String TEXT = "/text";
    private static final int BYTES = 24 << 20;
    private static final Duration START = Duration.ofMinutes(1);
    private static final Pattern LAST_LINE = Pattern.compile(
            ".*hdfs-throttle: waited (?<waited>[0-9.]+) s of (?<tasks>[0-9.]+) s of task time for bandwidth, most in stage \\d+"
                    + " \\(about [0-9.]+ s\\): tenant gold was entitled to (?<due>[0-9.]+) of 200 MiB/s of each disk where"
                    + " it waited, by its limit; hdfs-throttle explain (?<application>\\S+) says more");

    @Parameter(0)
    private String sparkVersion;

    @Parameter(1)
    private String hadoopVersion;

    private Cluster cluster;
    private SparkSite spark;

    @BeforeParameterizedClassInvocation
    void start() throws IOException {
        cluster = Cluster.start(
                RigFolders.folder("waited"),
                hadoopVersion,
                Map.of("hdfs.throttle.volume.capacity", "200m", "hdfs.throttle.charge", "transferred"));
        cluster.coordinator().put("/v1/tenants/gold", Map.of("priority", 8, "limit", "4m"));
        try (Hdfs writer = Hdfs.untagged(cluster.nameNode())) {
            writer.write(TEXT, BYTES, 20);
        }
        spark = SparkSite.version(sparkVersion);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        spark.close();
        cluster.close();
    }

    @SuppressWarnings("unchecked")
    private Optional<Map<String, Object>> application() throws IOException {
        List<Map<String, Object>> living = (List<Map<String, Object>>)
                cluster.coordinator().get("/v1/applications").get("applications");
        return living.stream().filter(each -> NAME.equals(each.get("name"))).findFirst();
    }

    @Test
    void throttledApplication_isToldHowLongItWaitedAndWhy() throws IOException {
        Path events = spark.folder("events");
        SparkRun run = spark.submit(
                Placement.LOCAL,
                cluster.nameNode(),
                new Submission(
                        NAME,
                        "io.hdfsthrottle.jobs.WordCountJob",
                        Map.of(
                                "spark.eventLog.enabled",
                                "true",
                                "spark.eventLog.compress",
                                "false",
                                "spark.eventLog.dir",
                                events.toUri().toString(),
                                "spark.hdfs.throttle.tenant",
                                "gold",
                                "spark.hdfs.throttle.coordinator",
                                cluster.coordinator().url().toString()),
                        spark.plugin(),
                        Map.of(
                                "warm",
                                TEXT,
                                "text",
                                TEXT,
                                "result",
                                spark.folder("results").resolve(NAME).toString())));
        await("waits of an application that runs").atMost(START).until(() -> application()
                .filter(each -> ((Number) each.get("waitedMillis")).longValue() > 0)
                .isPresent());
        run.awaitSuccess();

        Matcher last = run.output().stream()
                .map(LAST_LINE::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError("no last line in " + run.driver().log()));
        double waited = Double.parseDouble(last.group("waited"));
        double tasks = Double.parseDouble(last.group("tasks"));
        double atLeast =
                (double) BYTES / (4 << 20); // twice as much is read, at 4 MiB/s, and some of it without waiting
        assertThat(waited).isGreaterThan(atLeast);
        assertThat(tasks).isGreaterThan(atLeast);
        assertThat(Double.parseDouble(last.group("due"))).isBetween(0.1, 4.0);
        Map<String, Object> explained =
                cluster.coordinator().get("/v1/applications/" + last.group("application") + "/explain");
        assertThat(((Number) explained.get("waitedMillis")).longValue() / 1e3).isGreaterThanOrEqualTo(waited - 0.6);
        assertThat(explained).containsEntry("tenant", "gold").containsEntry("cause", "limit");
        assertThat((String) explained.get("sentence")).startsWith(last.group("application") + " waited ");
        assertThat(lines(events))
                .anyMatch(line -> line.contains("\"io.hdfsthrottle.spark.waiting.WaitedForBandwidth\""));
        assertThat(run.complaints()).isEmpty();
    }

    private static List<String> lines(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Path log = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !file.getFileName().toString().startsWith("appstatus"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(log);
        }
    }
}
