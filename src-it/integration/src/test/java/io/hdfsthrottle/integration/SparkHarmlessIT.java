package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.DEFAULT;
import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Whatever is wrong with the plugin or its coordinator: the application runs, untagged, after one line. What its own tests
 * prove in one JVM is not repeated here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SparkHarmlessIT {

    private static final long ROWS = 300_000;
    private static final String TENANT = "spark.hdfs.throttle.tenant";
    private static final String COORDINATOR = "spark.hdfs.throttle.coordinator";
    private static final String NOBODY = "http://127.0.0.1:1";

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    private SparkSite spark;

    @BeforeAll
    void start() {
        spark = SparkSite.shared();
    }

    @Test
    void aCoordinatorThatIsNotThere_costsNoExecutor() throws IOException {
        Map<String, String> settings = Map.of(TENANT, GOLD, COORDINATOR, NOBODY);

        SparkRun run = runUntagged(Placement.TWO_EXECUTORS, submission("unreachable", settings, spark.plugin()));

        assertThat(run.executors()).containsOnlyKeys("0", "1");
        assertThatItComplainsOnce(run, "runs untagged", "no coordinator answered", NOBODY);
    }

    @Test
    void aMissingHadoopClientClass_isNamed() throws IOException {
        String missing = "io.hdfsthrottle.spark.TaggedFileSystem";
        Map<String, String> settings =
                Map.of(TENANT, GOLD, COORDINATOR, HDFS.url().toString());

        SparkRun run = runUntagged(Placement.LOCAL, submission("torso", settings, pluginWithout(missing)));

        assertThatItComplainsOnce(run, "runs untagged", "ClassNotFoundException", missing);
    }

    private SparkRun runUntagged(Placement placement, Submission submission) throws IOException {
        long goldBefore = HDFS.seen(GOLD);
        long defaultBefore = HDFS.seen(DEFAULT);

        SparkRun run = spark.submit(placement, HDFS.nameNode(), submission);
        run.awaitSuccess();

        assertThat(run.verdicts()).singleElement().asString().endsWith("\"matches\":true}");
        assertThat(HDFS.seen(GOLD)).isEqualTo(goldBefore);
        assertThat(HDFS.seen(DEFAULT) - defaultBefore)
                .isGreaterThanOrEqualTo(2 * HDFS.stored(HDFS.path(submission.name())));
        return run;
    }

    private static Submission submission(String name, Map<String, String> settings, Path plugin) {
        Map<String, String> arguments =
                Map.of("folder", HDFS.path(name), "rows", Long.toString(ROWS), "partitions", "4");
        return new Submission(name, "io.hdfsthrottle.jobs.RowsJob", settings, plugin, arguments);
    }

    private static void assertThatItComplainsOnce(SparkRun run, String... words) {
        assertThat(run.complaints()).singleElement().asString().contains(words);
    }

    /** The plugin's JAR as a broken build or a truncated upload would leave it. */
    private Path pluginWithout(String className) throws IOException {
        Path jar = spark.folder("torso").resolve("plugin.jar");
        Files.copy(spark.plugin(), jar, StandardCopyOption.REPLACE_EXISTING);
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            Files.delete(inside.getPath(className.replace('.', '/') + ".class"));
        }
        return jar;
    }
}
