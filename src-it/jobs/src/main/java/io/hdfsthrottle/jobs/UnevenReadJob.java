package io.hdfsthrottle.jobs;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that counts lines in one stage of which one task reads a text of HDFS and all others short local ones, and
 * prints a verdict: the one is slower than the others by its wait for HDFS.
 *
 * <p>Arguments: {@code text} (in HDFS), {@code lines} (its number of lines), {@code short} (a local folder that the job
 * fills), {@code others} (the number of other tasks), {@code reader} ({@code stream}, as Spark reads texts, or
 * {@code positional}: in pieces of 4 MiB by position, as columnar formats read, so that HDFS hedges).
 */
public final class UnevenReadJob {
    private static final int LINES = 1_000;

    private UnevenReadJob() {}

    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        int others = arguments.count("others");
        boolean positional = arguments.text("reader").equals("positional");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            JavaRDD<String> all = lines(spark, arguments.text("text"), positional);
            for (int i = 0; i < others; i++) {
                java.nio.file.Path file = arguments.file("short").resolve("short-" + i);
                Files.write(file, Collections.nCopies(LINES, "a short line"));
                all = all.union(lines(spark, file.toUri().toString(), positional));
            }
            Arguments.printVerdict("uneven", arguments.number("lines") + (long) others * LINES, 0, all.count(), 0);
        }
    }

    private static JavaRDD<String> lines(JavaSparkContext spark, String file, boolean positional) {
        if (!positional) {
            return spark.textFile(file, 1).coalesce(1);
        }
        SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
        return spark.parallelize(Collections.singletonList(file), 1)
                .flatMap(each -> byPosition(hadoop.value(), new Path(each)));
    }

    private static Iterator<String> byPosition(Configuration hadoop, Path path) throws IOException {
        FSDataInputStream file = path.getFileSystem(hadoop).open(path);
        InputStream positional = new FilterInputStream(file) {
            private long position;

            @Override
            public int read(byte[] buffer, int offset, int wanted) throws IOException {
                int read = file.read(position, buffer, offset, wanted);
                position += Math.max(read, 0);
                return read;
            }
        };
        InputStream pieces = new BufferedInputStream(positional, 4 << 20);
        return new BufferedReader(new InputStreamReader(pieces, StandardCharsets.UTF_8))
                .lines()
                .iterator();
    }
}
