package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A throttled application is told that it was, how long and why, wherever people look. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WaitedIT {

    private static final String NAME = "throttled";
    private static final String TEXT = "text";
    private static final int BYTES = 8 << 20;
    private static final Duration START = Duration.ofMinutes(1);
    private static final Pattern LAST_LINE = Pattern.compile(
            ".*hdfs-throttle: waited (?<waited>[0-9.]+) s of (?<tasks>[0-9.]+) s of task time for bandwidth, most in stage \\d+"
                    + " \\(about [0-9.]+ s\\): tenant gold was entitled to (?<due>[0-9.]+) of 200 MiB/s of each disk where"
                    + " it waited, by its limit; hdfs-throttle explain (?<application>\\S+) says more");

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    private SparkSite spark;

    @BeforeAll
    void start() throws IOException {
        HDFS.tenant(GOLD, Map.of("priority", 8, "limitBytesPerSecond", 4 << 20));
        try (Hdfs writer = Hdfs.untagged(HDFS.nameNode())) {
            writer.write(HDFS.path(TEXT), BYTES, 20);
        }
        spark = SparkSite.shared();
    }

    @Test
    void throttledApplication_isToldHowLongItWaitedAndWhy() throws IOException {
        Path events = spark.folder("events");
        SparkRun run = spark.submit(
                Placement.LOCAL,
                HDFS.nameNode(),
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
                                HDFS.url().toString()),
                        spark.plugin(),
                        Map.of(
                                "warm",
                                HDFS.path(TEXT),
                                "text",
                                HDFS.path(TEXT),
                                "result",
                                spark.folder("results").resolve(NAME).toString())));
        await("waits of an application that runs").atMost(START).until(() -> HDFS.application(NAME)
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
                HDFS.coordinator().get("/v1/applications/" + last.group("application") + "/explain");
        assertThat(((Number) explained.get("waitedMillis")).longValue() / 1e3).isGreaterThanOrEqualTo(waited - 0.6);
        assertThat(explained).containsEntry("tenant", "gold").containsEntry("cause", "limit");
        assertThat((String) explained.get("sentence")).startsWith(last.group("application") + " was held back for ");
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
