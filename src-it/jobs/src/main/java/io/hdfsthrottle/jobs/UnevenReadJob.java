package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Counts lines in one stage of which one task reads a text of HDFS and all others short local ones, and prints a {@link Verdict}: the one is slower than
 * the others by as much as HDFS makes it wait.
 *
 * <p>Arguments: {@code text} (in HDFS), {@code lines} (how many it has), {@code short} (a local folder that the job fills), {@code others} (how many there
 * are).
 */
public final class UnevenReadJob {

    private static final int LINES = 1_000;

    private UnevenReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.parse(args);
        int others = arguments.count("others");
        Path folder = Paths.get(arguments.text("short"));
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaRDD<String> all = spark.textFile(arguments.text("text"), 1).coalesce(1);
            for (int i = 0; i < others; i++) {
                Path file = folder.resolve("short-" + i);
                Files.write(file, Collections.nCopies(LINES, "a short line"));
                all = all.union(spark.textFile(file.toUri().toString(), 1));
            }
            long expected = arguments.number("lines") + (long) others * LINES;
            Verdict.print("uneven", new Verdict.Sums(expected, 0), new Verdict.Sums(all.count(), 0));
        }
    }
}
