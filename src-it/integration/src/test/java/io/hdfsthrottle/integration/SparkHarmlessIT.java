package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.HookedHdfs.DEFAULT;
import static io.hdfsthrottle.integration.HookedHdfs.GOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Whatever is wrong with the plugin, its settings or its coordinator: the application runs, untagged, after one line.
 */
@Tag("alone")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkHarmlessIT {

    private static final long ROWS = 300_000;
    private static final String TENANT = "spark.hdfs.throttle.tenant";
    private static final String COORDINATOR = "spark.hdfs.throttle.coordinator";
    private static final String WAIT = "spark.hdfs.throttle.start.wait";
    private static final String NOBODY = "http://127.0.0.1:1";

    @AutoClose
    private HookedHdfs hdfs;

    @AutoClose
    private SparkSite oldest;

    @AutoClose
    private SparkSite newest;

    @BeforeAll
    void start() throws IOException {
        hdfs = HookedHdfs.start(Versions.hadoop());
        oldest = SparkSite.version(Versions.firstSpark());
        newest = SparkSite.version(Versions.lastSpark());
    }

    @Test
    void aCoordinatorThatIsNotThere_costsNoExecutor() throws IOException {
        Map<String, String> settings = Map.of(TENANT, GOLD, COORDINATOR, NOBODY);

        SparkRun run = runUntagged(oldest, Placement.TWO_EXECUTORS, "unreachable", settings);

        assertThat(run.executors()).containsOnlyKeys("0", "1");
        assertThatItComplainsOnce(run, "runs untagged", "no coordinator answered", NOBODY);
    }

    @Test
    void anAddressThatIsNone_costsNoExecutor() throws IOException {
        Map<String, String> settings = Map.of(TENANT, GOLD, COORDINATOR, "coordinator:9880");

        SparkRun run = runUntagged(newest, Placement.TWO_EXECUTORS, "malformed", settings);

        assertThat(run.executors()).containsOnlyKeys("0", "1");
        assertThatItComplainsOnce(run, "runs untagged", COORDINATOR + "=coordinator:9880", "http://coordinator");
    }

    @Test
    void aCoordinatorThatHangs_delaysNoLongerThanTold() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "http://127.0.0.1:" + silent.getLocalPort(); // The kernel accepts; no process answers.
            Map<String, String> settings = Map.of(TENANT, GOLD, COORDINATOR, address, WAIT, "1s");

            SparkRun run = runUntagged(newest, Placement.LOCAL, "hanging", settings);

            assertThatItComplainsOnce(run, "runs untagged", "no coordinator answered", "1000 ms");
        }
    }

    @Test
    void aTenantThatDoesNotExist_isNamedWithThoseThatDo() throws IOException {
        Map<String, String> settings =
                Map.of(TENANT, "platinum", COORDINATOR, hdfs.coordinator().toString());

        SparkRun run = runUntagged(oldest, Placement.LOCAL, "unknown-tenant", settings);

        assertThatItComplainsOnce(run, "runs untagged", "tenant", "platinum", GOLD, DEFAULT);
    }

    @Test
    void aMisspeltKey_isNamedWithThoseThatThereAre() throws IOException {
        String misspelt = "spark.hdfs.throttle.tennant";
        Map<String, String> settings =
                Map.of(misspelt, GOLD, COORDINATOR, hdfs.coordinator().toString());

        SparkRun run = runUntagged(newest, Placement.LOCAL, "misspelt", settings);

        assertThatItComplainsOnce(run, "runs untagged", misspelt + "=gold", TENANT + "=gold");
    }

    @Test
    void aMissingHadoopClientClass_isNamed() throws IOException {
        String missing = "io.hdfsthrottle.spark.TaggedFileSystem";
        Map<String, String> settings =
                Map.of(TENANT, GOLD, COORDINATOR, hdfs.coordinator().toString());
        Path torso = pluginWithout(missing);

        SparkRun run = runUntagged(oldest, Placement.LOCAL, submission("torso", settings, torso));

        assertThatItComplainsOnce(run, "runs untagged", "ClassNotFoundException", missing);
    }

    private SparkRun runUntagged(SparkSite spark, Placement placement, String name, Map<String, String> settings)
            throws IOException {
        return runUntagged(spark, placement, submission(name, settings, spark.plugin()));
    }

    private SparkRun runUntagged(SparkSite spark, Placement placement, Submission submission) throws IOException {
        long goldBefore = hdfs.seen(GOLD);
        long defaultBefore = hdfs.seen(DEFAULT);
        SparkRun run = spark.submit(placement, hdfs.nameNode(), submission);
        run.awaitSuccess();
        assertThat(run.verdicts()).singleElement().asString().endsWith("\"matches\":true}");
        assertThat(hdfs.seen(GOLD)).isEqualTo(goldBefore);
        assertThat(hdfs.seen(DEFAULT) - defaultBefore).isGreaterThanOrEqualTo(2 * hdfs.stored("/" + submission.name()));
        return run;
    }

    private static Submission submission(String name, Map<String, String> settings, Path plugin) {
        Map<String, String> arguments = Map.of("folder", "/" + name, "rows", Long.toString(ROWS), "partitions", "4");
        return new Submission(name, "io.hdfsthrottle.jobs.RddJob", settings, plugin, arguments);
    }

    private static void assertThatItComplainsOnce(SparkRun run, String... words) {
        assertThat(run.complaints()).singleElement().asString().contains(words);
    }

    /** The plugin's JAR as a broken build or a truncated upload would leave it. */
    private Path pluginWithout(String className) throws IOException {
        Path jar = oldest.folder("torso").resolve("plugin.jar");
        Files.copy(oldest.plugin(), jar, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.delete(inside.getPath(className.replace('.', '/') + ".class"));
        }
        return jar;
    }
}
