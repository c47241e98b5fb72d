package io.hdfsthrottle.jobs;

import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that writes numbers as text with one RDD, reads them back with another, and prints a verdict.
 *
 * <p>Arguments: {@code folder} (in HDFS, must not exist), {@code rows}, {@code partitions}.
 */
public final class RddJob {

    private RddJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        Arguments arguments = new Arguments(args);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            run(spark, arguments.text("folder"), arguments.number("rows"), arguments.count("partitions"));
        }
    }

    static void run(JavaSparkContext spark, String folder, long rows, int partitions) {
        spark.parallelize(LongStream.range(0, rows).boxed().collect(Collectors.toList()), partitions)
                .map(String::valueOf)
                .saveAsTextFile(folder);
        JavaRDD<Long> back = spark.textFile(folder, partitions).map(Long::parseLong);
        Arguments.printVerdict("rdd", rows, rows * (rows - 1) / 2, back.count(), back.reduce(Long::sum));
    }
}
