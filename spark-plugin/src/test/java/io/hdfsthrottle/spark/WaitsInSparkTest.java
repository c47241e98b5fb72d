package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real application's users see of its waits: the metrics, the event log and the end of the driver's log. */
@Tag("slow")
final class WaitsInSparkTest {

    @TempDir
    private Path folder;

    @Test
    void waits_areInTheMetrics_theEventLogAndTheLastLine() throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "line\n".repeat(100_000));
        Path events = Files.createDirectory(folder.resolve("events"));
        Path metrics = Files.createDirectory(folder.resolve("metrics"));
        String application;
        try (FakeCoordinator coordinator = FakeCoordinator.started();
                LogLines log = LogLines.captured()) {
            coordinator.hasApplicationsWait(41_000);
            try (JavaSparkContext spark = new JavaSparkContext(conf(coordinator, events, metrics))) {
                application = spark.sc().applicationId();
                assertThat(spark.textFile(input.toUri().toString(), 2).count()).isEqualTo(100_000);
                // Facts known only once the application ends are not in the event log: Spark has closed it by then.
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> lines(events).stream().anyMatch(WaitsInSparkTest::isOurs));
            }
            assertThat(log.all())
                    .filteredOn(line -> line.contains("of task time for bandwidth"))
                    .singleElement()
                    .asString()
                    .startsWith("INFO hdfs-throttle: waited 41 s of ")
                    .contains(", most in stage 0 (about 41 s): tenant gold was entitled to 40 of 200 MiB/s")
                    .doesNotContain("of 0.0 s of task time")
                    .endsWith("hdfs-throttle explain " + application + " says more");
            assertThat(log.warnings()).isEmpty();
        }
        assertThat(lines(events))
                .filteredOn(WaitsInSparkTest::isOurs)
                .first(STRING)
                .contains("\"waitedMillis\":41000", "\"stages\":{\"0\":41000}");
        assertThat(files(metrics)).anyMatch(file -> file.getFileName()
                .toString()
                .equals(application + ".driver.plugin.io.hdfsthrottle.spark.ThrottlePlugin.waitedMillis.csv"));
    }

    private static boolean isOurs(String line) {
        return line.contains("\"Event\":\"io.hdfsthrottle.spark.waiting.WaitedForBandwidth\"");
    }

    private static SparkConf conf(FakeCoordinator coordinator, Path events, Path metrics) {
        return new SparkConf(false)
                .setMaster("local[2]")
                .setAppName("reading")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.eventLog.enabled", "true")
                .set("spark.eventLog.dir", events.toUri().toString())
                .set("spark.metrics.conf.driver.sink.csv.class", "org.apache.spark.metrics.sink.CsvSink")
                .set("spark.metrics.conf.driver.sink.csv.directory", metrics.toString())
                .set("spark.plugins", ThrottlePlugin.class.getName())
                .set("spark.hdfs.throttle.start.wait", "20s")
                .set("spark.hdfs.throttle.coordinator", coordinator.url().toString());
    }

    private static List<Path> files(Path in) throws IOException {
        try (Stream<Path> all = Files.walk(in)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().endsWith(".crc"))
                    .collect(Collectors.toList());
        }
    }

    private static List<String> lines(Path in) throws IOException {
        return Files.readAllLines(files(in).get(0));
    }
}
