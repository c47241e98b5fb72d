package io.hdfsthrottle.bench.load;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Spark's WordCount with two cores, on a text in HDFS that is not in memory; its result is checked. */
public record WordCount(Cluster cluster, SparkHost spark, long words) {

    public static final String TEXT = "/words"; // has to be readable before it can run
    private static final String WARM = "/warm";

    /** One run: seconds from the start of the JVM until Spark is ready, those of counting, and the driver's log. */
    public record Run(double startSeconds, double seconds, List<String> log) {}

    /** Writes a text of so many MiB. */
    public static WordCount of(Cluster cluster, Hdfs client, int mebibytes) throws IOException {
        SeededText text = SeededText.words(1);
        text.write(client, WARM, 1);
        text.write(client, TEXT, mebibytes);
        return new WordCount(cluster, SparkHost.version(cluster.rig(), "3.5"), text.countInChunk() * mebibytes);
    }

    /** The seconds of counting, without the start of Spark. */
    public double seconds() throws IOException {
        PageCache.dropAll();
        return run(Map.of(), List.of()).seconds();
    }

    /** Counts with these additional settings and JARs, from wherever the text is. */
    public Run run(Map<String, String> more, List<Path> jars) throws IOException {
        String name = "word-count-" + System.nanoTime();
        Path result = cluster.rig().folder("results").resolve(name);
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        // The plugin's default counts here, not the longer wait of tests.
        settings.remove("spark.hdfs.throttle.start.wait");
        settings.putAll(more);
        Map<String, String> arguments = Map.of("warm", WARM, "text", TEXT, "result", result.toString());
        SparkApplication application =
                new SparkApplication(name, "local[2]", "io.hdfsthrottle.jobs.WordCountJob", settings, jars, arguments);
        try (JavaProcess process = application.submit(cluster.rig(), spark)) {
            process.awaitSuccess(Duration.ofMinutes(5));
            Map<String, Object> told = JSON.std.mapFrom(Files.readString(result));
            if (number(told, "words") != words) {
                throw new IllegalStateException(words + " words were written, and counted were " + told);
            }
            return new Run(number(told, "startSeconds"), number(told, "seconds"), Files.readAllLines(process.log()));
        }
    }

    private static double number(Map<String, Object> told, String member) {
        return ((Number) told.get(member)).doubleValue();
    }
}
