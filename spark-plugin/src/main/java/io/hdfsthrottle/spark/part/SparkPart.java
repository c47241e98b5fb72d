package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Part;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/**
 * Finds the pool and task of the calling thread, from Spark's task context. A thread outside of any task belongs to its
 * executor only.
 */
final class SparkPart {

    /**
     * The properties that name a pool; the first that is set counts: our own local property, the fair scheduler's pool,
     * the job group.
     */
    private static final String[] POOLS = {"spark.hdfs.throttle.pool", "spark.scheduler.pool", "spark.jobGroup.id"};

    private SparkPart() {}

    /** The executor of this process, as far as Spark tells. */
    static Part ofProcess() {
        SparkEnv spark = SparkEnv.get();
        return Part.of(spark == null ? "" : spark.executorId(), "");
    }

    /** The task of the calling thread, as far as parts are distinguished. */
    static Part ofThread(DistinguishedParts told) {
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
    static Part of(Part process, DistinguishedParts told, UnaryOperator<String> properties, OptionalLong task) {
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
