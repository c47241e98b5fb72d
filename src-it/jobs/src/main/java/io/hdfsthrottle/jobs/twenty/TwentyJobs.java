package io.hdfsthrottle.jobs.twenty;

import io.hdfsthrottle.jobs.Arguments;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * Spark application of ten SQL statements and ten RDD jobs. Prints a line for each: its name, its number of result
 * rows, and their digest.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}.
 */
public final class TwentyJobs {

    private TwentyJobs() {}

    /** Runs the jobs; see the class. */
    public static void main(String[] args) {
        Arguments arguments = Arguments.parse(args);
        String folder = arguments.text("folder");
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            SqlJobs.run(spark, folder + "/sql", arguments.number("rows"));
            RddJobs.run(
                    JavaSparkContext.fromSparkContext(spark.sparkContext()), folder + "/rdd", arguments.count("rows"));
        }
    }
}
