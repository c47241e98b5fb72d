package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.part.Level;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.cluster.ExecutorInfo;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Map$;

final class RunningPartsTest {
    private final SparkConf conf = new SparkConf(false).set("spark.task.cpus", "2");

    private RunningParts withTwoExecutors() {
        RunningParts parts = new RunningParts(conf);
        assertThat(parts.count(Level.TASK)).as("one that has none yet").isEqualTo(1);
        added(parts, "1", 4);
        added(parts, "2", 5);
        return parts;
    }

    private static void added(RunningParts parts, String executor, int cores) {
        ExecutorInfo info = new ExecutorInfo("host", cores, Map$.MODULE$.empty());
        parts.onExecutorAdded(new SparkListenerExecutorAdded(0, executor, info));
    }

    @Test
    void partsAreExecutors_orWhatTheyRunAtATime() {
        assertThat(withTwoExecutors().count(Level.EXECUTOR)).isEqualTo(2);
        assertThat(withTwoExecutors().count(Level.TASK)).isEqualTo(4);
    }

    @Test
    void executorThatIsGone_countsNoMore() {
        RunningParts parts = withTwoExecutors();
        parts.onExecutorRemoved(new SparkListenerExecutorRemoved(0, "2", "made up"));
        assertThat(parts.count(Level.TASK)).isEqualTo(2);
    }
}
