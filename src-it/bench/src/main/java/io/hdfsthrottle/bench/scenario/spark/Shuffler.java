package io.hdfsthrottle.bench.scenario.spark;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.spark.SparkJobs;
import io.hdfsthrottle.bench.scenario.spark.LocalIo.Moved;
import io.hdfsthrottle.localio.ProcessIo;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A Spark application that repeatedly reads a file of HDFS and shuffles it over the same disk, until closed.
 *
 * @param timeline the file where it notes what its tasks have read
 * @param until the file at which it ends
 */
record Shuffler(JavaProcess process, Path timeline, Path until) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** So many that some read HDFS while others write shuffle files. */
    private static final int TASKS = 8;

    private static final int PARTITIONS = 2 * TASKS;

    /** With one, an application wants less than its share whenever a stage ends. */
    private static final int JOBS = 3;

    private static final int SPLIT_BYTES = 32 << 20;

    /**
     * Submits it. Its shuffle files are written to the disk at once, because cgroup v1 attributes what is written to
     * memory to no process (kernel: Documentation/admin-guide/cgroup-v1/blkio-controller).
     *
     * @param on with the plugin
     */
    static Shuffler start(SparkJobs spark, SlowDisk disk, String tenant, String round, boolean on) throws IOException {
        String name = tenant + round;
        Path results = spark.cluster().rig().folder("results");
        Path timeline = results.resolve(name + ".timeline");
        Path until = results.resolve(name + ".until");
        Path local = Files.createDirectories(disk.mount().resolve("local-" + name));
        String unused = SystemCommands.output("chattr", "+S", local.toString());
        Map<String, String> settings = on ? spark.withPlugin(tenant) : spark.withoutPlugin();
        settings.put("spark.local.dir", local.toString());
        settings.put("spark.shuffle.file.buffer", "512k");
        settings.put("spark.hadoop.mapreduce.input.fileinputformat.split.maxsize", Integer.toString(SPLIT_BYTES));
        settings.put("spark.shuffle.compress", "false");
        settings.put("spark.shuffle.spill.compress", "false");
        Map<String, String> arguments = Map.of(
                "file", "/" + tenant,
                "partitions", Integer.toString(PARTITIONS),
                "jobs", Integer.toString(JOBS),
                "timeline", timeline.toString(),
                "until", until.toString());
        JavaProcess process = spark.submit(name, "local[" + TASKS + "]", "ShuffleJob", settings, arguments);
        return new Shuffler(process, timeline, until);
    }

    /** Waits until its tasks have read something. */
    void awaitReading() {
        process.awaitReady(PATIENCE, () -> Files.exists(timeline) && hdfsBytes() > 0);
    }

    private long hdfsBytes() throws IOException {
        List<String> lines = Files.readAllLines(timeline);
        // The last line may be incomplete.
        String last = lines.size() < 2 ? "" : lines.get(lines.size() - 2);
        return last.isEmpty() ? 0 : ((Number) JSON.std.mapFrom(last).get("bytes")).longValue();
    }

    /** The bytes that it has moved. */
    Moved moved() throws IOException {
        long local = ProcessIo.parse(Files.readString(Path.of("/proc/" + process.pid() + "/io")))
                .map(ProcessIo::bytes)
                .orElseThrow(() -> new IOException("the kernel does not count the bytes of process " + process.pid()));
        return new Moved(hdfsBytes(), local);
    }

    /** Lets it end, which takes a round of its job. */
    @Override
    public void close() {
        try (process) {
            if (!Files.exists(until)) {
                Files.createFile(until);
            }
        } catch (IOException goesOn) {
            // The process is closed nevertheless.
        }
    }
}
