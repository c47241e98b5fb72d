package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark application that reads a file of HDFS and shuffles all of it over local disks, repeatedly, until a local file
 * appears. Several such jobs run at once, so that tasks are waiting while a stage of one job ends. For one JVM, of a
 * local master: records ten times a second how many bytes of HDFS its tasks have read.
 *
 * <p>Arguments: {@code file} (in HDFS, of a multiple of 64 KiB), {@code partitions}, {@code jobs} (that run at once),
 * {@code timeline} (a local file, see {@link Timeline}), {@code until} (a local file).
 */
public final class ShuffleJob {

    private static final int RECORD_BYTES = 64 << 10;
    private static final AtomicLong READ = new AtomicLong();
    private static final AtomicLong NEXT = new AtomicLong();

    private ShuffleJob() {}

    /** Runs the jobs; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        Path until = arguments.file("until");
        String file = arguments.text("file");
        int partitions = arguments.count("partitions");
        int jobs = arguments.count("jobs");
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
                Timeline timeline = new Timeline(arguments.file("timeline"), READ::get)) {
            timeline.start();
            CompletableFuture.allOf(Stream.generate(() ->
                                    CompletableFuture.runAsync(() -> shuffle(spark, file, partitions, until), threads))
                            .limit(jobs)
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void shuffle(JavaSparkContext spark, String file, int partitions, Path until) {
        while (!Files.exists(until)) {
            long bytes = JavaPairRDD.fromJavaRDD(
                            spark.binaryRecords(file, RECORD_BYTES).map(ShuffleJob::numbered))
                    .groupByKey(partitions)
                    .values()
                    .map(ShuffleJob::size)
                    .reduce(Long::sum);
            if (bytes == 0) {
                throw new IllegalStateException("nothing came out of the shuffle of " + file);
            }
        }
    }

    /** Unlimited distinct keys: each record is a group of its own. */
    private static Tuple2<Long, byte[]> numbered(byte[] record) {
        READ.addAndGet(record.length);
        return new Tuple2<>(NEXT.incrementAndGet(), record);
    }

    private static long size(Iterable<byte[]> group) {
        long bytes = 0;
        for (byte[] record : group) {
            bytes += record.length;
        }
        return bytes;
    }
}
