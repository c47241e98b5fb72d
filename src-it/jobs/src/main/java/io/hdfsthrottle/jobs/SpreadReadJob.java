package io.hdfsthrottle.jobs;

import java.io.IOException;
<<<<<<< HEAD
=======
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
>>>>>>> quick

/**
 * Spark job that reads the files of several HDFS folders, each task in its own order, so from each folder in proportion
 * to its size: see {@link CheckedReads}.
 *
<<<<<<< HEAD
 * <p>Arguments: those of {@link ReadJob}, but {@code folders} (comma-separated); there is also a timeline per folder,
 * with {@code -1} and so on after its name.
=======
 * <p>Arguments: {@code folders} (comma-separated), {@code threads}, {@code manifest} (see {@link CheckedFile}; the
 * application waits for it), {@code ready} and {@code gate}
 * (see {@link StartGate}), {@code timeline} (see {@link Timeline}; there is also one per folder, with {@code -1} and so
 * on after its name), {@code result} (a JSON file with the counts). For {@code local[threads]} masters only: tasks
 * count into statics of this JVM.
>>>>>>> quick
 */
public final class SpreadReadJob {

    private SpreadReadJob() {}

    /** Runs the job; see the class. */
<<<<<<< HEAD
    public static void main(String[] args) throws IOException {
        Arguments arguments = new Arguments(args);
        CheckedReads.run(arguments, arguments.text("folders"), true);
=======
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.parse(args);
        List<String> folders = Arrays.asList(arguments.text("folders").split(",", -1));
        folders.forEach(folder -> BYTES.put(folder, new LongAdder()));
        int threads = arguments.count("threads");
        List<Timeline> timelines = new ArrayList<>();
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
            Path manifest = Paths.get(arguments.text("manifest"));
            ArrayList<CheckedFile> files = new ArrayList<>(CheckedFile.in(spark, arguments.text("folders"), manifest));
            timelines.add(new Timeline(Paths.get(arguments.text("timeline")), SpreadReadJob::all));
            for (int i = 0; i < folders.size(); i++) {
                LongAdder bytes = BYTES.get(folders.get(i));
                timelines.add(new Timeline(Paths.get(arguments.text("timeline") + "-" + (i + 1)), bytes::sum));
            }
            String ready = arguments.text("ready");
            String gate = arguments.text("gate");
            timelines.forEach(Timeline::start);
            List<Integer> numbers = IntStream.range(0, threads).boxed().collect(Collectors.toList());
            spark.parallelize(numbers, threads).foreach(number -> {
                List<CheckedFile> mine = new ArrayList<>(files);
                Collections.shuffle(mine, new Random(number));
                mine.get(0).touch();
                readUntil(StartGate.pass(threads, ready, gate), mine);
            });
        } finally {
            for (Timeline timeline : timelines) {
                timeline.close();
            }
        }
        Files.write(
                Paths.get(arguments.text("result")),
                ("{\"verified\":" + VERIFIED.sum() + ",\"mismatched\":" + MISMATCHED.sum() + ",\"bytes\":" + all()
                                + "}\n")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static long all() {
        return BYTES.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private static void readUntil(long stopMillis, List<CheckedFile> files) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            for (CheckedFile file : files) {
                Optional<Boolean> same = file.readUntil(stopMillis, buffer, BYTES.get(file.folder())::add);
                if (!same.isPresent()) {
                    return;
                }
                (same.get() ? VERIFIED : MISMATCHED).increment();
            }
        }
>>>>>>> quick
    }
}
