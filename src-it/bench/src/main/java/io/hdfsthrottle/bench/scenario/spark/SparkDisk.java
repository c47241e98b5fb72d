package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.scenario.spark.SparkJobs.number;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;

/**
 * A DataNode on a disk whose reads and writes share one rate, with the inputs of jobs on it; each job has two
 * concurrent tasks and a tenant that outweighs its neighbours' tenant 100 to 1.
 */
final class SparkDisk {

    static final int JOBS_WEIGHT = 100;
    static final int NEIGHBOURS_WEIGHT = 1;

    static final int TASKS = 2;

    private static final String ENABLED = "hdfs.throttle.enabled";
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final SlowDisk disk;
    private final double rate;
    private final SparkJobs spark;
    private final Hdfs client;
    private final Map<Workload, Integer> units;
    private final Map<Workload, Map<String, Object>> found = new HashMap<>();
    private final List<String> paths = new ArrayList<>(List.of(Neighbours.READ));
    private final Neighbours neighbours;
    private Map<String, String> hook = Map.of(ENABLED, "");
    private long errors;

    /**
     * One run of a job, without the start of Spark; the rates of its input and output are those while it reads and while
     * it writes; threads of job and DataNode were blocked so long together; others had the rest of the disk.
     */
    record Run(
            double seconds,
            double readMBps,
            double writeMBps,
            double requestMillis,
            double blockedMillis,
            double othersMBps,
            double diskUsedPercent,
            double diskBusyPercent) {}

    /** A submitted job, and the file that it creates when it waits for the gate. */
    private record Gated(Workload workload, SparkJobs.Job job, Path ready) {}

    /** Creates the disk, starts the cluster and writes the input, so many units for each of so many copies of a job. */
    SparkDisk(Stage stage, int diskMib, Map<Workload, Integer> units, int copies) throws Exception {
        stage.say("a disk of %d MiB/s for reads and writes, a cluster on it, the input of %s ...", diskMib, units);
        this.units = Map.copyOf(units);
        rate = diskMib * (double) (1 << 20);
        disk = stage.with(diskMib, Map.of()).slowDisk(DiskKind.SHARED);
        disk.rate(1L << 30); // while it is filled
        String guard = stage.folder().resolve("guard").toString();
        spark = SparkJobs.start(
                stage, Map.of(SlowDisk.DATA, disk.data(), "hdfs.throttle.guard.state.file", guard, ENABLED, "false"));
        Cluster cluster = spark.cluster();
        cluster.coordinator().putTenant(Neighbours.TENANT, NEIGHBOURS_WEIGHT);
        client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        for (Workload job : this.units.keySet()) {
            cluster.coordinator().putTenant(job.tenant(), JOBS_WEIGHT);
            write(job, "/warm-" + job.input(), job.warmUnits());
            for (int copy = 0; copy < copies; copy++) {
                write(job, path(job, copy), units.get(job));
            }
        }
        neighbours = Neighbours.prepared(stage, spark, disk);
        disk.flush();
        disk.rate((long) rate);
    }

    private void write(Workload job, String path, int count) throws IOException {
        paths.add(path);
        job.write(client, path, count);
    }

    private static String path(Workload job, int copy) {
        return "/" + job.input() + "-" + copy;
    }

    /** Restarts the DataNode with the hook or without; its guard limits dirty pages of others to that, or not. */
    void hook(boolean on, String dirtyLimit) {
        Map<String, String> wanted =
                Map.of(ENABLED, Boolean.toString(on), "hdfs.throttle.guard.dirty.limit", dirtyLimit);
        if (!wanted.equals(hook)) {
            errors = hookErrors();
            hook = wanted;
            spark.cluster().restartDataNode(wanted);
            paths.forEach(client::awaitReadable);
        }
    }

    /** The number of errors that the hook has caught so far; there must be none. */
    long hookErrors() {
        boolean on = hook.get(ENABLED).equals("true");
        return errors + (on ? spark.cluster().figures().number("Errors") : 0);
    }

    /** Runs these jobs at once, each on its own input, beside a neighbour, from an empty page cache; checks results. */
    List<Run> run(List<Workload> jobs, Neighbours.Kind beside) throws Exception {
        return run(jobs, beside, Map.of());
    }

    /** The same with more settings of these jobs. */
    List<Run> run(List<Workload> jobs, Neighbours.Kind beside, Map<Workload, Map<String, String>> settings)
            throws Exception {
        Path gate = spark.file("gate");
        List<Gated> gated = new ArrayList<>();
        List<Run> runs = new ArrayList<>();
        AutoCloseable neighbour = neighbours.start(beside);
        try (neighbour) {
            for (int i = 0; i < jobs.size(); i++) {
                int copy = Collections.frequency(jobs.subList(0, i), jobs.get(i));
                gated.add(submitted(jobs.get(i), copy, sorted(i), gate, settings.getOrDefault(jobs.get(i), Map.of())));
            }
            gated.forEach(each -> each.job().process().awaitReady(PATIENCE, () -> Files.exists(each.ready())));
            TimeUnit.SECONDS.sleep(3);
            List<Long> processes = new ArrayList<>();
            gated.forEach(each -> processes.add(each.job().process().pid()));
            processes.add(spark.cluster().dataNode().process().pid());
            try (DiskMeter meter = new DiskMeter(disk, new BlockDelay(processes))) {
                PageCache.dropAll();
                Files.createFile(gate);
                for (Gated each : gated) {
                    runs.add(measured(each, meter));
                }
            }
        }
        for (int i = 0; i < jobs.size(); i++) {
            client.delete(sorted(i));
            client.delete(sorted(i) + "-warm");
        }
        disk.flush();
        return runs;
    }

    private static String sorted(int job) {
        return "/sorted-" + job;
    }

    private Gated submitted(Workload workload, int copy, String sorted, Path gate, Map<String, String> more) {
        Path ready = spark.file("ready");
        Map<String, String> settings = spark.withPlugin(workload.tenant());
        settings.putAll(more);
        settings.put("spark.hadoop.dfs.blocksize", Integer.toString(Hdfs.BLOCK_BYTES));
        Map<String, String> arguments = new HashMap<>(workload.more());
        arguments.put("warm", "/warm-" + workload.input());
        arguments.put(workload.input(), path(workload, copy));
        arguments.put("sorted", sorted);
        arguments.put("ready", ready.toString());
        arguments.put("gate", gate.toString());
        return new Gated(workload, spark.submit("local[" + TASKS + "]", workload.job(), settings, arguments), ready);
    }

    private Run measured(Gated gated, DiskMeter meter) throws IOException {
        Workload workload = gated.workload();
        Map<String, Object> told = gated.job().told(PATIENCE);
        workload.check(told, found.computeIfAbsent(workload, first -> told));
        double seconds = number(told, "seconds");
        long begun = (long) number(told, "begunMillis");
        Use use = meter.until(begun + (long) (seconds * 1e3)).since(meter.until(begun));
        double moved = use.bytes() / use.millis() * 1e3;
        double read = (double) units.get(workload) * workload.unitBytes();
        double written = workload.equals(Workload.TERA_SORT) ? read : 0;
        double reading = told.containsKey("readSeconds") ? number(told, "readSeconds") : seconds;
        return new Run(
                seconds,
                read / reading / MEGA,
                written / number(told, "writeSeconds") / MEGA,
                use.waiting() / use.requests(),
                use.blocked(),
                (moved - (read + written) / seconds) / MEGA,
                moved / rate * 100,
                use.busy() / use.millis() * 100);
    }

    /** What a disk has done until some time of day, or in some period; requests wait in the sum for so many millis. */
    private record Use(double millis, double bytes, double busy, double requests, double waiting, double blocked) {

        Use since(Use before) {
            return new Use(
                    millis - before.millis,
                    bytes - before.bytes,
                    busy - before.busy,
                    requests - before.requests,
                    waiting - before.waiting,
                    blocked - before.blocked);
        }
    }

    /** Samples the counters of a disk by the time of day, by which another process reports when it began and ended. */
    private static final class DiskMeter implements AutoCloseable {

        private final ConcurrentSkipListMap<Long, Use> samples = new ConcurrentSkipListMap<>();
        private final Worker worker;

        DiskMeter(SlowDisk disk, BlockDelay delay) {
            worker = Worker.start("disk-meter", running -> {
                while (running.getAsBoolean()) {
                    long now = System.currentTimeMillis();
                    double waiting = disk.requestMillis();
                    double blocked = delay.millis();
                    samples.put(
                            now, new Use(now, disk.bytesMoved(), disk.busyMillis(), disk.requests(), waiting, blocked));
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            });
        }

        /** The disk's use until that time of day, to the sample before it. */
        Use until(long millis) {
            worker.check();
            Map.Entry<Long, Use> sample = samples.floorEntry(millis);
            return (sample == null ? samples.firstEntry() : sample).getValue();
        }

        @Override
        public void close() {
            worker.close();
        }
    }
}
