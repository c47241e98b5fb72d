package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Part;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/** For whom the calling thread works, as Spark knows it. What a thread that works for no task does is its executor's, and nobody's in particular. */
final class SparkPart {

    /** What names a pool, the first that is set: our own local property, the fair scheduler's pool, the job group. */
    private static final String[] POOLS = {"spark.hdfs.throttle.pool", "spark.scheduler.pool", "spark.jobGroup.id"};

    private SparkPart() {}

    /** The executor that this process is, as far as Spark says. */
    static Part ofProcess() {
        SparkEnv spark = SparkEnv.get();
        return Part.of(spark == null ? "" : spark.executorId(), "");
    }

    /** The task that the calling thread works for, as far as it is told apart. */
    static Part ofThread(ToldApart told) {
        TaskContext task = TaskContext.get();
        return task == null
                ? ofProcess()
                : of(ofProcess(), told, task::getLocalProperty, OptionalLong.of(task.taskAttemptId()));
    }

    /**
     * A task of that process.
     *
     * @param properties its local properties, null for one that is not set
     */
    static Part of(Part process, ToldApart told, UnaryOperator<String> properties, OptionalLong task) {
        Part part = told.pools() ? Part.of(process.executor(), pool(properties)) : process;
        return told.tasks() && task.isPresent() ? part.task(task.getAsLong()) : part;
    }

    private static String pool(UnaryOperator<String> properties) {
        for (String property : POOLS) {
            String pool = properties.apply(property);
            if (pool != null && !pool.isBlank()) {
                return pool;
            }
        }
        return "";
    }
}
