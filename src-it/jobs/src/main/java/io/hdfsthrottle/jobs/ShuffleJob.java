package io.hdfsthrottle.jobs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * Spark application that reads files of HDFS and shuffles all of them over local disks, repeatedly, until a local file
 * appears. A job for each file runs at once, so that tasks are waiting while a stage of one job ends. For one JVM, of a
 * local master: records ten times a second how many bytes of HDFS its tasks have read.
 *
 * <p>Arguments: {@code file} (in HDFS, of a multiple of 64 KiB: the name without its number, from 0),
 * {@code partitions}, {@code jobs} (that run at once),
 * {@code timeline} (a local file, see {@link Timeline}), {@code until} (a local file).
 */
public final class ShuffleJob {
    private static final AtomicLong READ = new AtomicLong();
    private static final AtomicLong NEXT = new AtomicLong();

    private ShuffleJob() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(args);
        int jobs = arguments.count("jobs");
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        Timeline timeline = new Timeline(arguments.file("timeline"), READ::get);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            List<Callable<Void>> each = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                String file = arguments.text("file") + job;
                each.add(() -> shuffle(spark, file, arguments));
            }
            for (Future<Void> ended : threads.invokeAll(each)) {
                ended.get();
            }
        } finally {
            timeline.close();
            threads.shutdownNow();
        }
    }

    private static Void shuffle(JavaSparkContext spark, String file, Arguments arguments) {
        Path until = arguments.file("until");
        while (!Files.exists(until)) {
            long bytes = JavaPairRDD.fromJavaRDD(
                            spark.binaryRecords(file, 64 << 10).map(ShuffleJob::numbered))
                    .groupByKey(arguments.count("partitions"))
                    .values()
                    .map(group -> StreamSupport.stream(group.spliterator(), false)
                            .mapToLong(record -> record.length)
                            .sum())
                    .reduce(Long::sum);
            if (bytes == 0) {
                throw new IllegalStateException("nothing came out of the shuffle of " + file);
            }
        }
        return null;
    }

    /** Unlimited distinct keys: each record is a group of its own. */
    private static Tuple2<Long, byte[]> numbered(byte[] record) {
        READ.addAndGet(record.length);
        return new Tuple2<>(NEXT.incrementAndGet(), record);
    }
}
