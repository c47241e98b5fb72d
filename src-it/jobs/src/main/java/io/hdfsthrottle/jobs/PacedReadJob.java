package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that reads a file of HDFS once, a task for each block, each task at most at some rate, as if it processed
 * the bytes. So the job demands no more of the disks than that, and is slower if they give less.
 *
 * <p>Arguments: {@code file}, {@code bytesPerSecond} (of one task), {@code result} (a local JSON file: the seconds that
 * reading took, measured after a first block was read, and the SHA-256 of the blocks' digests in order of blocks).
 */
public final class PacedReadJob {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final double NANOS = 1e9;

    private PacedReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        String file = arguments.text("file");
        long bytesPerSecond = arguments.number("bytesPerSecond");
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
            FileStatus status = FileSystem.get(spark.hadoopConfiguration()).getFileStatus(new Path(file));
            long block = status.getBlockSize();
            int blocks = Math.toIntExact((status.getLen() + block - 1) / block);
            List<Integer> all = IntStream.range(0, blocks).boxed().collect(Collectors.toList());
            spark.parallelize(all.subList(0, 1), 1)
                    .foreach(each -> digest(hadoop.value(), file, 0, block, Long.MAX_VALUE));
            long begun = System.nanoTime();
            List<String> digests = spark.parallelize(all, blocks)
                    .map(each -> digest(hadoop.value(), file, each * block, block, bytesPerSecond))
                    .collect();
            double seconds = (System.nanoTime() - begun) / NANOS;
            Sha256 whole = new Sha256();
            digests.forEach(whole::add);
            arguments.writeResult("{\"seconds\":%.3f,\"sha256\":\"%s\"}", seconds, whole.hex());
        }
    }

    private static String digest(Configuration hadoop, String file, long from, long length, long bytesPerSecond)
            throws IOException {
        Sha256 digest = new Sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        long begun = System.nanoTime();
        long done = 0;
        try (FSDataInputStream in = FileSystem.get(hadoop).open(new Path(file))) {
            in.seek(from);
            while (done < length) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, length - done));
                if (read < 0) {
                    break;
                }
                digest.add(buffer, read);
                done += read;
                long due = begun + (long) (done * NANOS / bytesPerSecond);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
        }
        return digest.hex();
    }
}
