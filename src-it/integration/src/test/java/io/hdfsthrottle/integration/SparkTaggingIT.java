package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.DEFAULT;
import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every byte that an application moves, whichever way Spark goes about it, is seen as its tenant's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkTaggingIT {

    private static final long ROWS = 100_000;
    private static final int MIN_STORED_BYTES = 4 << 20;
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration WITHDRAWAL = Duration.ofSeconds(20); // Much less than it takes to expire.

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    private SparkSite spark;

    @BeforeAll
    void start() {
        spark = SparkSite.shared();
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    void everyKindOfJob_isTaggedToTheLastByte(Placement placement) throws IOException {
        String name = "everything-" + placement;
        long goldBefore = HDFS.seen(GOLD);
        long defaultBefore = HDFS.seen(DEFAULT);

        SparkRun run = spark.submit(placement, HDFS.nameNode(), everything(name, Map.of(), Map.of()));
        Map<String, Object> listed = await().atMost(START)
                .until(() -> HDFS.application(name), Optional::isPresent)
                .orElseThrow();
        run.awaitSuccess();

        assertThat(listed).containsEntry("tenant", GOLD).containsEntry("claims", GOLD);
        await().atMost(WITHDRAWAL).until(() -> HDFS.application(name).isEmpty());
        assertThatResultsAreRight(run);
        assertThat(run.complaints()).isEmpty();
        long stored = HDFS.stored(HDFS.path(name));
        assertThat(stored).isGreaterThan(MIN_STORED_BYTES);
        // All that is stored was written once and read at least once; no job JAR, log or checkpoint lies in HDFS.
        assertThat(HDFS.seen(GOLD) - goldBefore).isGreaterThanOrEqualTo(2 * stored);
        assertThat(HDFS.seen(DEFAULT) - defaultBefore).isZero();
        if (placement == Placement.TWO_EXECUTORS) {
            assertThatTwoExecutorsDidTheWork(run);
        }
    }

    /** Executors then open HDFS before the plugin starts in them, and so does the driver. */
    @Test
    @Tag("all")
    void jarThatLiesInHdfs_costsNoTag() throws IOException {
        String name = "jar-in-hdfs";
        String jar = HDFS.path("plugin.jar");
        try (Hdfs hdfs = Hdfs.untagged(HDFS.nameNode());
                OutputStream out = hdfs.create(jar)) {
            Files.copy(spark.plugin(), out);
        }
        Map<String, String> fetched = Map.of("spark.jars", HDFS.nameNode().fileSystem() + jar);
        long goldBefore = HDFS.seen(GOLD);
        long defaultBefore = HDFS.seen(DEFAULT);

        SparkRun run = spark.submit(Placement.TWO_EXECUTORS, HDFS.nameNode(), everything(name, fetched, Map.of()));
        run.awaitSuccess();

        assertThatResultsAreRight(run);
        assertThat(run.complaints()).isEmpty();
        assertThat(run.executors()).containsOnlyKeys("0", "1").allSatisfy((id, said) -> assertThat(said)
                .anyMatch(line -> line.contains("it has opened HDFS before, to fetch files, and does so anew")));
        assertThat(HDFS.seen(GOLD) - goldBefore).isGreaterThanOrEqualTo(2 * HDFS.stored(HDFS.path(name)));
        // The driver, twice, and each executor fetch the JAR, with its checksums.
        assertThat(HDFS.seen(DEFAULT) - defaultBefore).isBetween(1L, 5 * Files.size(spark.plugin()));
    }

    /** ThrottlePluginTest proves it in one JVM, with each run of tests. */
    @Test
    @Tag("all")
    void jobThatSetsHadoopsOwnClassAfterTheStart_isTaggedAgainWithinSeconds() throws IOException {
        String name = "own-class";
        Map<String, String> own = Map.of("class", "org.apache.hadoop.hdfs.DistributedFileSystem");
        long goldBefore = HDFS.seen(GOLD);

        SparkRun run = spark.submit(Placement.TWO_EXECUTORS, HDFS.nameNode(), everything(name, Map.of(), own));
        run.awaitSuccess();

        assertThatResultsAreRight(run);
        assertThat(run.output()).anyMatch(line -> line.contains("has set the class of HDFS to Hadoop's own"));
        assertThat(HDFS.seen(GOLD) - goldBefore).isGreaterThan(HDFS.stored(HDFS.path(name)) / 10);
    }

    private Submission everything(String name, Map<String, String> settings, Map<String, String> arguments) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("spark.hdfs.throttle.tenant", GOLD);
        all.put("spark.hdfs.throttle.coordinator", HDFS.url().toString());
        Map<String, String> given = new LinkedHashMap<>(arguments);
        given.putAll(
                Map.of("folder", HDFS.path(name), "rows", Long.toString(ROWS), "partitions", "4", "tables", "all"));
        return new Submission(name, "io.hdfsthrottle.jobs.RowsJob", all, spark.plugin(), given);
    }

    private static void assertThatResultsAreRight(SparkRun run) {
        List<String> verdicts = run.verdicts();
        assertThat(verdicts)
                .hasSize(4)
                .allMatch(verdict -> verdict.contains("\"rows\":" + ROWS + ","))
                .allMatch(verdict -> verdict.endsWith("\"matches\":true}"));
        assertThat(verdicts.get(0)).contains("\"job\":\"rdd\"", "\"sum\":" + ROWS * (ROWS - 1) / 2 + ",");
        assertThat(verdicts.get(1)).contains("\"job\":\"csv\"");
        assertThat(verdicts.get(2)).contains("\"job\":\"parquet\"");
        assertThat(verdicts.get(3)).contains("\"job\":\"sql\"");
    }

    private static void assertThatTwoExecutorsDidTheWork(SparkRun run) {
        assertThat(run.executors()).containsOnlyKeys("0", "1").allSatisfy((id, said) -> assertThat(said)
                .anyMatch(line -> line.contains("executor " + id + " tags its HDFS I/O as the driver says"))
                .anyMatch(line -> line.contains("Running task ")));
    }
}
