package io.hdfsthrottle.jobs;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;

/**
 * Reads the files of an HDFS folder again and again with as many tasks as told, until the gate's stop time, and checks
 * every file it finishes against the manifest.
 *
 * <p>Arguments: {@code folder}, {@code threads}, {@code manifest}, {@code ready} and {@code gate} (see
 * {@link StartGate}), {@code timeline} (see {@link Timeline}), {@code result} (a JSON file with the counts). For
 * {@code local[threads]} masters only: tasks count into statics of this JVM.
 */
public final class ReadJob {

    private static final int BUFFER_BYTES = 1 << 17;
    private static final LongAdder BYTES = new LongAdder();
    private static final LongAdder VERIFIED = new LongAdder();
    private static final LongAdder MISMATCHED = new LongAdder();

    private ReadJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.parse(args);
        Map<String, FileFacts> manifest = FileFacts.readAll(Paths.get(arguments.text("manifest")));
        int threads = arguments.count("threads");
        Path timelineFile = Paths.get(arguments.text("timeline"));
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
                Timeline timeline = new Timeline(timelineFile, BYTES::sum)) {
            List<Reading> readings = readings(spark, arguments.text("folder"), manifest);
            String ready = arguments.text("ready");
            String gate = arguments.text("gate");
            timeline.start();
            spark.parallelize(readings, threads).foreachPartition(files -> {
                List<Reading> mine = new ArrayList<>();
                files.forEachRemaining(mine::add);
                mine.get(0).touch();
                readUntil(StartGate.pass(threads, ready, gate), mine);
            });
        }
        Files.write(
                Paths.get(arguments.text("result")),
                ("{\"verified\":" + VERIFIED.sum() + ",\"mismatched\":" + MISMATCHED.sum() + ",\"bytes\":" + BYTES.sum()
                                + "}\n")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static List<Reading> readings(JavaSparkContext spark, String folder, Map<String, FileFacts> manifest) {
        return spark.binaryFiles(folder).values().collect().stream()
                .sorted((a, b) -> a.getPath().compareTo(b.getPath()))
                .map(stream -> new Reading(stream, facts(stream, manifest)))
                .collect(Collectors.toList());
    }

    private static FileFacts facts(PortableDataStream stream, Map<String, FileFacts> manifest) {
        String path = new org.apache.hadoop.fs.Path(stream.getPath()).toUri().getPath();
        return Optional.ofNullable(manifest.get(path))
                .orElseThrow(() -> new IllegalStateException(path + " is not in the manifest"));
    }

    private static void readUntil(long stopMillis, List<Reading> files) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            for (Reading file : files) {
                if (!file.readUntil(stopMillis, buffer)) {
                    return;
                }
            }
        }
    }

    /** A file of Spark's own {@code binaryFiles}, and what it must hold. */
    private static final class Reading implements Serializable {

        private static final long serialVersionUID = 1L;

        private final PortableDataStream stream;
        private final FileFacts facts;

        Reading(PortableDataStream stream, FileFacts facts) {
            this.stream = stream;
            this.facts = facts;
        }

        /** Opens the way: classes are loaded and HDFS has been spoken to before the time counts. */
        void touch() throws IOException {
            try (DataInputStream in = stream.open()) {
                in.readByte();
            }
        }

        /** Returns false when the time was up before the file was. */
        boolean readUntil(long stopMillis, byte[] buffer) throws IOException {
            MessageDigest digest = Sha256.start();
            try (DataInputStream in = stream.open()) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (System.currentTimeMillis() >= stopMillis) {
                        return false;
                    }
                    BYTES.add(read);
                    digest.update(buffer, 0, read);
                }
            }
            boolean same = Sha256.hex(digest.digest()).equals(facts.sha256());
            (same ? VERIFIED : MISMATCHED).increment();
            return true;
        }
    }
}
