package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.HookedHdfs.DEFAULT;
import static io.hdfsthrottle.integration.HookedHdfs.GOLD;
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
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Twenty jobs, SQL and RDDs, answer the same rows with the plugin, which tells pools and tasks apart, and without it.
 */
@ParameterizedClass(name = "Spark {0}, Hadoop {1}")
@MethodSource(Versions.FLOORS)
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SameAnswersIT {

    private static final int JOBS = 20;
    private static final int ROWS = 20_000;

    @Parameter(0)
    private String sparkVersion;

    @Parameter(1)
    private String hadoopVersion;

    private HookedHdfs hdfs;
    private SparkSite spark;

    @BeforeParameterizedClassInvocation
    void start() throws IOException {
        hdfs = HookedHdfs.start(hadoopVersion);
        spark = SparkSite.version(sparkVersion, "same-answers-" + sparkVersion);
    }

    @AfterParameterizedClassInvocation
    void stop() {
        spark.close();
        hdfs.close();
    }

    @Test
    void twentyJobs_answerTheSameRows_withThePluginAndWithout() throws IOException {
        List<String> without = answers("without", Map.of("spark.plugins", ""));
        assertThat(without).hasSize(JOBS).noneMatch(line -> line.contains("\"rows\":0,"));
        assertThat(hdfs.seen(GOLD)).isZero();

        long others = hdfs.seen(DEFAULT);
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
                        hdfs.coordinator().toString()));

        assertThat(with).isEqualTo(without);
        assertThat(hdfs.seen(GOLD)).isGreaterThanOrEqualTo(hdfs.stored("/with"));
        assertThat(hdfs.seen(DEFAULT)).isEqualTo(others);
    }

    private List<String> answers(String name, Map<String, String> settings) {
        SparkRun run = spark.submit(
                Placement.LOCAL,
                hdfs.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.twenty.TwentyJobs",
                        new HashMap<>(settings),
                        spark.plugin(),
                        Map.of("folder", "/" + name, "rows", Integer.toString(ROWS))));
        run.awaitSuccess();
        assertThat(run.complaints()).isEmpty();
        return run.verdicts();
    }
}
