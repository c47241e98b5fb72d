package io.hdfsthrottle.jobs;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;

/**
 * Spark job that reads the files of several HDFS folders repeatedly by Spark's own {@code binaryFiles}, each task in its
 * own order, so from each folder in proportion to its size, and checks every completed file against the manifest. Tasks
 * of several applications start and stop together: an application is ready when all its tasks are, and then a file
 * appears that holds the wall-clock milliseconds at which to start and to stop.
 *
 * <p>Arguments: {@code folders} (comma-separated), {@code threads}, {@code manifest} (for which it waits: a line for each
 * file, with its path inside HDFS, its length and its SHA-256 between tabs), {@code ready} and {@code gate} (these
 * files), {@code timeline} (see {@link Timeline}; there is also one per folder, with {@code -1} and so on after its
 * name), {@code result} (a JSON file with the counts). For {@code local[threads]} masters only: tasks count into statics
 * of this JVM.
 */
public final class SpreadReadJob {
    private static final Map<String, LongAdder> BYTES = new ConcurrentHashMap<>();
    private static final LongAdder VERIFIED = new LongAdder();
    private static final LongAdder MISMATCHED = new LongAdder();
    private static final AtomicInteger ARRIVED = new AtomicInteger();

    private SpreadReadJob() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        String folders = arguments.text("folders");
        int threads = arguments.count("threads");
        String ready = arguments.text("ready");
        String gate = arguments.text("gate");
        String timeline = arguments.text("timeline");
        List<Timeline> timelines = new ArrayList<>();
        try (JavaSparkContext spark = begun(Paths.get(ready).resolveSibling("starting"))) {
            Arguments.awaitFile(arguments.file("manifest"));
            TreeMap<String, String> digests = new TreeMap<>();
            for (String line : Files.readAllLines(arguments.file("manifest"))) {
                String[] columns = line.split("\t", -1);
                digests.put(columns[0], columns[2]);
            }
            ArrayList<PortableDataStream> files = spark.binaryFiles(folders).values().collect().stream()
                    .sorted(Comparator.comparing(PortableDataStream::getPath))
                    .collect(Collectors.toCollection(ArrayList::new));
            timelines.add(new Timeline(Paths.get(timeline), SpreadReadJob::bytes));
            for (String folder : folders.split(",", -1)) {
                timelines.add(new Timeline(Paths.get(timeline + "-" + timelines.size()), bytes(folder)::sum));
            }
            List<Integer> tasks = IntStream.range(0, threads).boxed().collect(Collectors.toList());
            spark.parallelize(tasks, threads).foreach(task -> {
                List<PortableDataStream> mine = new ArrayList<>(files);
                Collections.shuffle(mine, new Random(task));
                try (DataInputStream in = mine.get(0).open()) {
                    in.readByte(); // loads classes and contacts HDFS before time is measured
                }
                if (ARRIVED.incrementAndGet() == threads) {
                    Files.createFile(Paths.get(ready));
                }
                Arguments.awaitFile(Paths.get(gate));
                String[] times = Files.readString(Paths.get(gate)).trim().split(" ", 2);
                Thread.sleep(Math.max(0, Long.parseLong(times[0]) - System.currentTimeMillis()));
                for (int i = 0; readUntil(Long.parseLong(times[1]), mine.get(i % mine.size()), digests); i++) {
                    // on to the next
                }
            });
        } finally {
            for (Timeline each : timelines) {
                each.close();
            }
        }
        arguments.writeResult(
                "{\"verified\":%d,\"mismatched\":%d,\"bytes\":%d}", VERIFIED.sum(), MISMATCHED.sum(), bytes());
    }

    /** Spark names a local master's application by its millisecond: those of a run begin one after the other. */
    private static JavaSparkContext begun(java.nio.file.Path starting) throws IOException {
        try (FileChannel file = FileChannel.open(starting, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock alone = file.lock()) {
            assert alone.isValid();
            return new JavaSparkContext(new SparkConf());
        }
    }

    private static long bytes() {
        return BYTES.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private static LongAdder bytes(String folder) {
        return BYTES.computeIfAbsent(folder, unused -> new LongAdder());
    }

    /** Reads a file to its end, if there is time. */
    private static boolean readUntil(long stopMillis, PortableDataStream file, Map<String, String> digests)
            throws IOException {
        String path = new Path(file.getPath()).toUri().getPath();
        LongAdder bytes = bytes(path.substring(0, path.lastIndexOf('/')));
        MessageDigest digest = DigestUtils.getSha256Digest();
        byte[] buffer = new byte[1 << 17];
        try (DataInputStream in = file.open()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (System.currentTimeMillis() >= stopMillis) {
                    return false;
                }
                bytes.add(read);
                digest.update(buffer, 0, read);
            }
        }
        if (!digests.containsKey(path)) {
            throw new IllegalStateException(path + " is not in the manifest");
        }
        boolean isSame = Hex.encodeHexString(digest.digest()).equals(digests.get(path));
        (isSame ? VERIFIED : MISMATCHED).increment();
        return true;
    }
}
