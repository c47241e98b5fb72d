package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.HookedHdfs.GOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real Spark schedules by the bandwidth that a real DataNode's disk has free: of 400 MiB/s, 360 can be promised, which is three units of 100 MiB/s.
 */
@ParameterizedClass(name = "Spark {0}, Hadoop {1}")
@MethodSource(Versions.LAST_PAIR)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OffersIT {

    @Parameter(0)
    private String sparkVersion;

    @Parameter(1)
    private String hadoopVersion;

    private HookedHdfs hdfs;
    private SparkSite spark;

    @BeforeParameterizedClassInvocation
    void start() throws IOException {
        hdfs = HookedHdfs.start(hadoopVersion);
        spark = SparkSite.offering(sparkVersion, hdfs.coordinator(), 3, "100m");
    }

    @AfterParameterizedClassInvocation
    void stop() {
        spark.close();
        hdfs.close();
    }

    /** The Worker has cores for two executors. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void spark_startsAsManyExecutorsAsThereAreUnitsFor(int unitsOfAnExecutor, int executors) {
        String name = "units-" + unitsOfAnExecutor;
        SparkRun run = spark.submit(
                Placement.TWO_EXECUTORS,
                hdfs.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.EveryKindJob",
                        settings(unitsOfAnExecutor, executors),
                        spark.plugin(),
                        Map.of("folder", "/" + name, "rows", "10000", "partitions", "4")));
        run.awaitSuccess();
        assertThat(run.verdicts()).hasSize(4).allMatch(verdict -> verdict.endsWith("\"matches\":true}"));
        assertThat(run.executors()).hasSize(executors);
    }

    private Map<String, String> settings(int unitsOfAnExecutor, int executors) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.hdfs.throttle.tenant", GOLD);
        settings.put("spark.hdfs.throttle.coordinator", hdfs.coordinator().toString());
        settings.put("spark.executor.resource.hdfs-bandwidth.amount", Integer.toString(unitsOfAnExecutor));
        settings.put("spark.task.resource.hdfs-bandwidth.amount", Integer.toString(unitsOfAnExecutor));
        // All that there can be, else Spark waits a minute for the second one.
        settings.put("spark.scheduler.minRegisteredResourcesRatio", executors == 1 ? "0.5" : "1.0");
        return settings;
    }
}
