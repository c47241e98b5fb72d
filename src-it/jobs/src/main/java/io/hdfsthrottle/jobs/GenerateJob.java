package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that writes seeded files into HDFS and a manifest of their contents.
 *
 * <p>Arguments: {@code folders} (comma-separated HDFS folders), {@code files} (in each that has no number of its own
 * after a colon), {@code bytes} (each), {@code seed}, {@code manifest} (local file). The same seed writes the same
 * bytes.
 */
public final class GenerateJob {

    private static final int CHUNK_BYTES = 1 << 20;

    private GenerateJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        int bytes = arguments.count("bytes");
        long seed = arguments.number("seed");
        List<String> paths = new ArrayList<>();
        for (String folder : arguments.text("folders").split(",", -1)) {
            String[] numbered = folder.split(":", 2);
            int files = numbered.length == 2 ? Integer.parseInt(numbered[1]) : arguments.count("files");
            for (int file = 0; file < files; file++) {
                paths.add(String.format("%s/part-%05d", numbered[0], file));
            }
        }
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
            List<String> manifest = spark.parallelize(paths, paths.size())
                    .map(path -> write(hadoop.value(), path, bytes, seed ^ path.hashCode()))
                    .collect();
            Files.write(arguments.file("manifest"), manifest);
        }
    }

    /** Returns the file's line of the manifest: see {@link CheckedReads}. */
    private static String write(Configuration hadoop, String path, int length, long seed) throws IOException {
        FileSystem files = FileSystem.get(hadoop);
        Sha256 digest = new Sha256();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (OutputStream out = files.create(new Path(path), true)) {
            for (int left = length; left > 0; left -= CHUNK_BYTES) {
                random.nextBytes(chunk);
                int size = Math.min(left, CHUNK_BYTES);
                digest.add(chunk, size);
                out.write(chunk, 0, size);
            }
        }
        return path + "\t" + length + "\t" + digest.hex();
    }
}
