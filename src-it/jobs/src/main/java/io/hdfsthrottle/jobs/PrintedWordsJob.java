package io.hdfsthrottle.jobs;

import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Word count with the interface of the example in Spark's distribution: the one argument is a text, and it prints each
 * word's number of occurrences.
 */
public final class PrintedWordsJob {

    private PrintedWordsJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) {
        if (args.length != 1) {
            throw new IllegalArgumentException("one argument, the text: a file or folder");
        }
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            new TreeMap<>(WordCountJob.counted(spark, args[0]))
                    .forEach((word, count) -> System.out.println(word + ": " + count));
        }
    }
}
