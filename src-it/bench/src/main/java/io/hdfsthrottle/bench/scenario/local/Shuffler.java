package io.hdfsthrottle.bench.scenario.local;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.localio.ProcessIo;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Spark application that repeatedly reads a file of HDFS and shuffles it over the same disk, until closed. */
final class Shuffler implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** So many that some read HDFS while others write shuffle files. */
    private static final int TASKS = 8;

    private static final int PARTITIONS = 2 * TASKS;

    /** With one, an application wants less than its share whenever a stage ends. */
    private static final int JOBS = 3;

    private static final int SPLIT_BYTES = 32 << 20;

    private final JavaProcess process;
    private final Path timeline;
    private final Path until;

    private Shuffler(JavaProcess process, Path timeline, Path until) {
        this.process = process;
        this.timeline = timeline;
        this.until = until;
    }

    /**
     * Submits it. Its shuffle files are written to the disk at once, because cgroup v1 attributes what is written to
     * memory to no process (kernel: Documentation/admin-guide/cgroup-v1/blkio-controller).
     *
     * @param plugin the settings of the Spark plugin; none for an application that runs without it
     * @param local a folder on the disk, for its shuffle files
     */
    static Shuffler start(
            Cluster cluster, SparkHost spark, String name, String file, Path local, Map<String, String> plugin)
            throws IOException {
        Path results = cluster.rig().folder("results");
        Path timeline = results.resolve(name + ".timeline");
        Path until = results.resolve(name + ".until");
        Map<String, String> settings = new LinkedHashMap<>(SparkApplication.reading(cluster.nameNode()));
        SystemCommands.output("chattr", "+S", Files.createDirectories(local).toString());
        settings.put("spark.local.dir", local.toString());
        settings.put("spark.shuffle.file.buffer", "512k");
        settings.put("spark.hadoop.mapreduce.input.fileinputformat.split.maxsize", Integer.toString(SPLIT_BYTES));
        settings.put("spark.shuffle.compress", "false");
        settings.put("spark.shuffle.spill.compress", "false");
        settings.putAll(plugin);
        SparkApplication application = new SparkApplication(
                name,
                "local[" + TASKS + "]",
                "io.hdfsthrottle.jobs.ShuffleJob",
                settings,
                plugin.isEmpty()
                        ? List.of()
                        : List.of(cluster.rig().repository().sparkPlugin()),
                Map.of(
                        "file",
                        file,
                        "partitions",
                        Integer.toString(PARTITIONS),
                        "jobs",
                        Integer.toString(JOBS),
                        "timeline",
                        timeline.toString(),
                        "until",
                        until.toString()));
        return new Shuffler(application.submit(cluster.rig(), spark), timeline, until);
    }

    /** Waits until its tasks have read something. */
    void awaitReading() {
        process.awaitReady(PATIENCE, () -> Files.exists(timeline) && hdfsBytes() > 0);
    }

    /** The bytes that its tasks have read from HDFS. */
    long hdfsBytes() throws IOException {
        List<String> lines = Files.readAllLines(timeline);
        // The last line may be incomplete.
        String last = lines.size() < 2 ? "" : lines.get(lines.size() - 2);
        return last.isEmpty() ? 0 : ((Number) JSON.std.mapFrom(last).get("bytes")).longValue();
    }

    /** The bytes that the kernel counted for its process. */
    long localBytes() throws IOException {
        return ProcessIo.parse(Files.readString(Path.of("/proc/" + process.pid() + "/io")))
                .map(ProcessIo::bytes)
                .orElseThrow(
                        () -> new IOException("the kernel does not count what process " + process.pid() + " moves"));
    }

    /** Lets it end, which takes a round of its job. */
    @Override
    public void close() {
        try {
            if (!Files.exists(until)) {
                Files.createFile(until);
            }
        } catch (IOException goesOn) {
            process.close();
            return;
        }
        process.close();
    }
}
