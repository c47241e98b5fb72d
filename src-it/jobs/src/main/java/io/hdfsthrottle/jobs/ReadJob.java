package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Spark job that reads the files of an HDFS folder repeatedly with a given number of tasks, until the gate's stop time,
 * and checks every completed file against the manifest.
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
            List<CheckedFile> files = CheckedFile.in(spark, arguments.text("folder"), manifest);
            String ready = arguments.text("ready");
            String gate = arguments.text("gate");
            timeline.start();
            spark.parallelize(files, threads).foreachPartition(part -> {
                List<CheckedFile> mine = new ArrayList<>();
                part.forEachRemaining(mine::add);
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

    private static void readUntil(long stopMillis, List<CheckedFile> files) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            for (CheckedFile file : files) {
                Optional<Boolean> same = file.readUntil(stopMillis, buffer, BYTES::add);
                if (!same.isPresent()) {
                    return;
                }
                (same.get() ? VERIFIED : MISMATCHED).increment();
            }
        }
    }
}
