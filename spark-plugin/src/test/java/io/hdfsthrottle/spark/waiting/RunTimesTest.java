package io.hdfsthrottle.spark.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** With tasks of a real Spark in this process, and a clock set by hand. */
final class RunTimesTest {

    private static final long WAIT_MILLIS = 40_000;
    private static final AtomicLong NOW = new AtomicLong();
    private static final RunTimes TIMES = new RunTimes(NOW::get);
    private static final AtomicReference<TaskMetrics> LAST = new AtomicReference<>();

    private static JavaSparkContext spark;

    @BeforeAll
    static void start() {
        spark = new JavaSparkContext(new SparkConf(false)
                .setMaster("local[1]")
                .setAppName("run times")
                .set("spark.ui.enabled", "false"));
    }

    @AfterAll
    static void stop() {
        spark.close();
        TIMES.close();
    }

    private static long waits(int number) {
        TIMES.taskStarted();
        LAST.set(TaskContext.get().taskMetrics());
        later();
        return LAST.get().executorRunTime();
    }

    private static void later() {
        NOW.addAndGet(Duration.ofMillis(WAIT_MILLIS).toNanos());
        TIMES.update();
    }

    @Test
    void runTimeOfARunningTask_isKnownBeforeItsEnd() {
        assertThat(spark.parallelize(List.of(1), 1).map(RunTimesTest::waits).collect())
                .containsExactly(WAIT_MILLIS);
    }

    @Test
    void runTimeOfAnEndedTask_isWhatSparkSays() {
        spark.parallelize(List.of(1), 1).map(RunTimesTest::waits).collect();
        long sparks = LAST.get().executorRunTime();
        assertThat(sparks).isLessThan(WAIT_MILLIS);
        later();
        assertThat(LAST.get().executorRunTime()).isEqualTo(sparks);
    }

    @Test
    void applicationThatDoesNotSpeculate_hasNoneOfIt() {
        assertThat(RunTimes.begun(new SparkConf(false), Ticker.system())).isEmpty();
    }
}
