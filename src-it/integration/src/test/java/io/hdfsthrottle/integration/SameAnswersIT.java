package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.DEFAULT;
import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Twenty jobs, SQL and RDDs, answer the same rows with the plugin, which tells pools and tasks apart, and without it.
 */
@ParameterizedClass(name = "Spark {0}")
@MethodSource("sparks")
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SameAnswersIT {

    private static final int JOBS = 20;
    private static final int ROWS = 20_000;

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    @Parameter
    private String sparkVersion;

    private SparkSite spark;

    static List<String> sparks() {
        return Versions.SPARKS;
    }

    @BeforeParameterizedClassInvocation
    void start() {
        spark = SparkSite.version(sparkVersion, "same-answers-" + sparkVersion);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        spark.close();
    }

    @Test
    void twentyJobs_answerTheSameRows_withThePluginAndWithout() throws IOException {
        long gold = HDFS.seen(GOLD);
        List<String> without = answers("without", Map.of("spark.plugins", ""));
        assertThat(without).hasSize(JOBS).noneMatch(line -> line.contains("\"rows\":0,"));
        assertThat(HDFS.seen(GOLD)).isEqualTo(gold);

        long others = HDFS.seen(DEFAULT);
        List<String> with = answers(
                "with",
                Map.of(
                        "spark.hdfs.throttle.tenant",
                        GOLD,
                        "spark.hdfs.throttle.pools",
                        "true",
                        "spark.hdfs.throttle.limit.per",
                        "task",
                        "spark.hdfs.throttle.coordinator",
                        HDFS.url().toString()));

        assertThat(with).isEqualTo(without);
        assertThat(HDFS.seen(GOLD) - gold).isGreaterThanOrEqualTo(HDFS.stored(HDFS.path("with-" + sparkVersion)));
        assertThat(HDFS.seen(DEFAULT)).isEqualTo(others);
    }

    private List<String> answers(String name, Map<String, String> settings) {
        SparkRun run = spark.submit(
                Placement.LOCAL,
                HDFS.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.TwentyJobs",
                        new HashMap<>(settings),
                        spark.plugin(),
                        Map.of("folder", HDFS.path(name + "-" + sparkVersion), "rows", Integer.toString(ROWS))));
        run.awaitSuccess();
        assertThat(run.complaints()).isEmpty();
        return run.verdicts();
    }
}
