package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that reads one file of HDFS repeatedly, ten times a second in each task, until a local file appears: a load
 * that continues without the driver. Prints a verdict: rows are the bytes of the last reads.
 *
 * <p>Arguments: {@code file} (in HDFS, must not exist), {@code bytes}, {@code tasks}, {@code until} (a local file);
 * {@code resume} (another one, optional: when it appears, every task reads once more; the job is idle until then).
 */
public final class SteadyReadJob {
    private SteadyReadJob() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        String file = arguments.text("file");
        int bytes = arguments.count("bytes");
        int tasks = arguments.count("tasks");
        String until = arguments.text("until");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
            spark.parallelize(Collections.singletonList(file), 1).foreach(path -> {
                try (OutputStream out = FileSystem.get(hadoop.value()).create(new Path(path), true)) {
                    out.write(new byte[bytes]);
                }
            });
            JavaRDD<Long> reads = spark.parallelize(new ArrayList<>(Collections.nCopies(tasks, file)), tasks)
                    .map(path -> readUntil(hadoop.value(), path, until));
            long read = reads.reduce(Math::min);
            if (arguments.has("resume")) {
                Arguments.awaitFile(arguments.file("resume"));
                read = Math.min(read, reads.reduce(Math::min));
            }
            Arguments.printVerdict("steady-read", bytes, tasks, read, tasks);
        }
    }

    private static long readUntil(Configuration hadoop, String path, String until)
            throws IOException, InterruptedException {
        long found;
        do {
            try (InputStream in = FileSystem.get(hadoop).open(new Path(path))) {
                found = in.transferTo(OutputStream.nullOutputStream());
            }
            Thread.sleep(100);
        } while (!Files.exists(Paths.get(until)));
        return found;
    }
}
