package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Spark's own Worker offers the bandwidth of its host's disks, as the discovery script finds it, and its Master
 * schedules executors by it.
 */
@Tag("all")
final class OfferedBandwidthIT {

    private static final Duration SOON = Duration.ofSeconds(60);

    /** Of 40 MiB/s, 36 can be promised: three units of 10. */
    private static final Map<String, String> DISK = Map.of("hdfs.throttle.volume.capacity", "40m");

    private static final int UNITS = 3;

    private Cluster cluster;
    private SparkSite spark;

    @BeforeEach
    void start() throws IOException {
        cluster = Cluster.in(RigFolders.folder("offered"))
                .hadoop(Versions.ofHadoop())
                .dataNode(DISK)
                .start();
        spark = SparkSite.withWorker(
                Versions.ofSpark(),
                "offering",
                2,
                Map.of(
                        "spark.worker.resource.hdfs-bandwidth.amount",
                        String.valueOf(UNITS),
                        "spark.worker.resource.hdfs-bandwidth.discoveryScript",
                        discoveryScript().toString()));
    }

    @AfterEach
    void stop() {
        if (spark != null) {
            spark.close();
        }
        cluster.close();
    }

    /** Ours, in the environment that an operator gives a Worker. */
    private Path discoveryScript() throws IOException {
        Path ours = Repository.find().root().resolve("conf/spark-disk-bandwidth-discovery");
        Path script = Files.writeString(
                RigFolders.folder("offered").toAbsolutePath().resolve("discovery"),
                "#!/usr/bin/env bash\nHDFS_THROTTLE_COORDINATOR="
                        + cluster.coordinator().url() + " exec " + ours + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void executorsOfTheSecondApplication_waitUntilTheFirstGivesItsBandwidthBack() throws IOException {
        Path over = spark.folder("signals").resolve("first-is-over");
        SparkRun first = submit("first", over);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(spark.cluster().applications()).containsEntry("first", "RUNNING"));

        SparkRun second = submit("second", over);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(spark.cluster().applications()).containsEntry("second", "WAITING"));
        // Processors and memory are free: nothing but the third unit's absence holds it back.
        assertThat(spark.cluster().applications()).containsEntry("first", "RUNNING");

        Files.createFile(over);
        first.awaitSuccess();
        second.awaitSuccess();
    }

    /** One executor of one of the two processors, and two of three units. */
    private SparkRun submit(String name, Path until) {
        Map<String, String> settings = Map.of(
                "spark.cores.max", "1",
                "spark.executor.resource.hdfs-bandwidth.amount", "2",
                "spark.task.resource.hdfs-bandwidth.amount", "2",
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        return spark.submit(
                Placement.TWO_EXECUTORS,
                cluster.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.SteadyReadJob",
                        settings,
                        spark.plugin(),
                        Map.of("file", "/" + name, "bytes", "65536", "tasks", "1", "until", until.toString())));
    }
}
