package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Part;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;

/**
 * Finds the pool and task of the calling thread, from Spark's task context. A thread outside of any task belongs to its
 * executor only.
 */
final class SparkPart {

    private static final String JOB_TAGS = "spark.job.tags";

    private static final String UUID = "\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}";

    /**
     * The job tag by which Spark Connect marks what it runs for a user. Spark 3.5 exchanges user and session, which is
     * always a UUID. Users' own tags begin otherwise, and have no commas, which separate tags.
     */
    private static final Pattern CONNECT = Pattern.compile("SparkConnect_OperationTag_User_(?:" + UUID
            + "_Session_(?<second>.+)|(?<first>.+)_Session_" + UUID + ")_Operation_" + UUID);

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

    /** A task of that process by its local properties, null for one that is not set. */
    static Part of(Part process, DistinguishedParts told, UnaryOperator<String> properties, OptionalLong task) {
        Part part = told.pools() ? Part.of(process.executor(), pool(properties)) : process;
        return told.tasks() && task.isPresent() ? part.task(task.getAsLong()) : part;
    }

    /**
     * The first that is set: our own local property, the fair scheduler's pool, the user of Spark Connect, the job
     * group.
     */
    private static String pool(UnaryOperator<String> properties) {
        return Stream.of(
                        properties.apply("spark.hdfs.throttle.pool"),
                        properties.apply("spark.scheduler.pool"),
                        connectUser(properties.apply(JOB_TAGS)),
                        properties.apply("spark.jobGroup.id"))
                .filter(pool -> pool != null && !pool.isBlank())
                .findFirst()
                .orElse("");
    }

    private static String connectUser(String tags) {
        return Stream.ofNullable(tags)
                .flatMap(all -> Stream.of(all.split(",", -1)))
                .map(CONNECT::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group("first") != null ? found.group("first") : found.group("second"))
                .findFirst()
                .orElse("");
    }
}
