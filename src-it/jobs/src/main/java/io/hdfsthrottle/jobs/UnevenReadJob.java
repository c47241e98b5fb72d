package io.hdfsthrottle.jobs;

import io.hdfsthrottle.jobs.lines.PositionalLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that counts lines in one stage of which one task reads a text of HDFS and all others short local ones, and
 * prints a {@link Verdict}: the one is slower than the others by its wait for HDFS.
 *
 * <p>Arguments: {@code text} (in HDFS), {@code lines} (its number of lines), {@code short} (a local folder that the job
 * fills), {@code others} (the number of other tasks), {@code reader} ({@code stream}, as Spark reads texts, or
 * {@code positional}: see {@link PositionalLines}).
 */
public final class UnevenReadJob {

    private static final int LINES = 1_000;

    private UnevenReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.parse(args);
        int others = arguments.count("others");
        boolean positional = arguments.text("reader").equals("positional");
        Path folder = Paths.get(arguments.text("short"));
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaRDD<String> all = lines(spark, arguments.text("text"), positional);
            for (int i = 0; i < others; i++) {
                Path file = folder.resolve("short-" + i);
                Files.write(file, Collections.nCopies(LINES, "a short line"));
                all = all.union(lines(spark, file.toUri().toString(), positional));
            }
            long expected = arguments.number("lines") + (long) others * LINES;
            Verdict.print("uneven", new Verdict.Sums(expected, 0), new Verdict.Sums(all.count(), 0));
        }
    }

    private static JavaRDD<String> lines(JavaSparkContext spark, String file, boolean positional) {
        if (!positional) {
            return spark.textFile(file, 1).coalesce(1);
        }
        return spark.newAPIHadoopFile(
                        file, PositionalLines.class, LongWritable.class, Text.class, spark.hadoopConfiguration())
                .map(record -> record._2().toString());
    }
}
