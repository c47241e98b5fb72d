package io.hdfsthrottle.bench.scenario.soak;

import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The Spark applications of the soak: one that reads until its end, and others that follow each other. */
final class Applications implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Cluster cluster;
    private final SparkHost spark;
    private final Path stop;
    private final JavaProcess steady;
    private final Worker submitter;
    private List<String> answers = List.of();
    private volatile JavaProcess running;
    private volatile JavaProcess killed;
    private final AtomicInteger finished = new AtomicInteger();

    Applications(Cluster cluster) {
        this.cluster = cluster;
        this.spark = SparkHost.version(cluster.rig(), "3.5");
        this.stop = cluster.rig().folder("stop").resolve("now");
        this.steady = submit(
                "driver",
                "SteadyReadJob",
                Map.of("file", "/steady", "bytes", "65536", "tasks", "1", "until", "" + stop));
        this.submitter = Worker.start("soak-submitter", this::submitAll);
    }

    private JavaProcess submit(String name, String job, Map<String, String> arguments) {
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        Soak.CLIENTS.forEach((key, value) -> settings.put("spark.hadoop." + key, value));
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.tenant", "own");
        settings.put("spark.hdfs.throttle.coordinator", cluster.addresses());
        settings.put("spark.local.dir", cluster.rig().folder(name).toString());
        List<Path> jars = List.of(cluster.rig().repository().sparkPlugin());
        return new SparkApplication(name, "local[2]", "io.hdfsthrottle.jobs." + job, settings, jars, arguments)
                .submit(cluster.rig(), spark);
    }

    /** Submits an application of twenty jobs, again and again, and compares their answers. */
    private void submitAll(BooleanSupplier wanted) throws IOException {
        for (int number = 0; wanted.getAsBoolean(); number++) {
            String name = "jobs-" + number;
            JavaProcess process = submit(name, "TwentyJobs", Map.of("folder", "/" + name, "rows", "2000"));
            running = process;
            try {
                process.awaitSuccess(PATIENCE);
            } catch (IllegalStateException failed) {
                if (process == killed || !wanted.getAsBoolean()) {
                    continue;
                }
                throw failed;
            }
            List<String> told = Files.readAllLines(process.log()).stream()
                    .filter(line -> line.startsWith("{\"job\""))
                    .toList();
            answers = finished.get() == 0 ? told : answers;
            if (told.isEmpty() || !told.equals(answers)) {
                List<String> other =
                        told.stream().filter(line -> !answers.contains(line)).toList();
                throw new IOException("other answers than before: " + other + ", " + told.size() + " in all, not "
                        + answers.size() + ": " + process.log());
            }
            finished.incrementAndGet();
        }
    }

    /** Kills the driver of the one that runs, as soon as one does. */
    void kill() {
        while (running == null || !running.isAlive()) {
            check();
            LockSupport.parkNanos(10_000_000);
        }
        killed = running;
        killed.kill();
    }

    JavaProcess steady() {
        return steady;
    }

    /** How many gave all their answers, the same each time. */
    int finished() {
        return finished.get();
    }

    void check() {
        submitter.check();
        if (!steady.isAlive()) {
            throw new IllegalStateException("the application that reads all the time has ended: " + steady.log());
        }
    }

    /** Ends the one that reads, which must succeed. */
    void finish() throws IOException {
        Files.createFile(stop);
        steady.awaitSuccess(PATIENCE);
    }

    @Override
    public void close() {
        submitter.end();
        if (running != null) {
            running.kill();
        }
        submitter.close();
    }
}
