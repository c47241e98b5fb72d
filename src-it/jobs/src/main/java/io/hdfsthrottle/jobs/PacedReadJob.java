package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;
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
    private static final double NANOS = 1e9;

    private PacedReadJob() {}

    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        String file = arguments.text("file");
        long rate = arguments.number("bytesPerSecond");
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
                    .map(each -> digest(hadoop.value(), file, each * block, block, rate))
                    .collect();
            double seconds = (System.nanoTime() - begun) / NANOS;
            String whole = DigestUtils.sha256Hex(String.join("", digests));
            arguments.writeResult("{\"seconds\":%.3f,\"sha256\":\"%s\"}", seconds, whole);
        }
    }

    private static String digest(Configuration hadoop, String file, long from, long length, long bytesPerSecond)
            throws IOException {
        MessageDigest digest = DigestUtils.getSha256Digest();
        byte[] buffer = new byte[1 << 16];
        long begun = System.nanoTime();
        long done = 0;
        try (FSDataInputStream in = FileSystem.get(hadoop).open(new Path(file))) {
            in.seek(from);
            while (done < length) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, length - done));
                if (read < 0) {
                    break;
                }
                digest.update(buffer, 0, read);
                done += read;
                long due = begun + (long) (done * NANOS / bytesPerSecond);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
        }
        return Hex.encodeHexString(digest.digest());
    }
}
