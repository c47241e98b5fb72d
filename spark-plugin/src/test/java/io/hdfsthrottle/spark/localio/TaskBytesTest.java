package io.hdfsthrottle.spark.localio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.localio.ExecutorLoad;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** With a task of a real Spark in this process. */
final class TaskBytesTest {

    private static final TaskBytes TASKS = new TaskBytes();

    private static String loadWhile(int number) {
        TASKS.started();
        return TASKS.load(150, number).toString();
    }

    @Test
    void load_isOfTheTasksThatRun() {
        SparkConf conf =
                new SparkConf(false).setMaster("local[1]").setAppName("load").set("spark.ui.enabled", "false");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            assertThat(spark.parallelize(List.of(7), 1)
                            .map(TaskBytesTest::loadWhile)
                            .collect())
                    .containsExactly(ExecutorLoad.of(1, 1, 150, 7).toString());
        }
        assertThat(TASKS.load(150, 7)).isSameAs(ExecutorLoad.IDLE);
    }
}
