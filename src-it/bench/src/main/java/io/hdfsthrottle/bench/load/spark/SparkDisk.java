package io.hdfsthrottle.bench.load.spark;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.JobRun.DiskUse;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A DataNode on a disk whose reads and writes share one rate, with the inputs of jobs on it; each job has two
 * concurrent tasks and a tenant that outweighs its neighbours' tenant 100 to 1.
 */
public final class SparkDisk {

    /** The weight of the jobs' tenants. */
    public static final int JOBS_WEIGHT = 100;

    /** The weight of the neighbours' tenant. */
    public static final int NEIGHBOURS_WEIGHT = 1;

    /** The number of concurrent tasks of a job. */
    public static final int TASKS = 2;

    private static final long WHILE_FILLING = 1L << 30;
    private static final String GUARD = "hdfs.throttle.guard.dirty.limit";
    private static final long SETTLING_SECONDS = 3;
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(15);

    private final SlowDisk disk;
    private final SparkJobs spark;
    private final Hdfs client;
    private final Map<Workload, JobInput> inputs = new EnumMap<>(Workload.class);
    private final Neighbours neighbours;
    private int runs;

    /**
     * How much there is to do for each copy of a job.
     *
     * @param diskMib rate of the disk, MiB a second
     * @param textMib for WordCount
     * @param records for TeraSort, of 100 bytes each
     * @param linksMib for PageRank; 0 if it does not run
     */
    public record Scale(int diskMib, int textMib, int records, int linksMib) {}

    /** A submitted job, the file that it creates when it waits for the gate, and the one at its end. */
    private record Gated(JobInput input, JavaProcess process, Path ready, Path result) {}

    /**
     * Creates the disk, starts the cluster and writes all input.
     *
     * @param copies how many copies of a job may run at once, each with its own input
     */
    public SparkDisk(Stage stage, Scale scale, int copies) throws Exception {
        stage.say(
                "a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB, %d records, %d MiB of links ...",
                scale.diskMib(), scale.textMib(), scale.records(), scale.linksMib());
        disk = stage.with(scale.diskMib(), Map.of()).slowDisk(DiskKind.SHARED);
        disk.rate(WHILE_FILLING);
        String guard = stage.folder().resolve("guard").toString();
        spark = SparkJobs.start(
                stage,
                Map.of(
                        SlowDisk.DATA,
                        disk.data(),
                        "hdfs.throttle.guard.state.file",
                        guard,
                        "hdfs.throttle.enabled",
                        "false"));
        Cluster cluster = spark.cluster();
        for (Workload job : Workload.values()) {
            cluster.coordinator().putTenant(job.tenant(), JOBS_WEIGHT);
        }
        cluster.coordinator().putTenant(Neighbours.TENANT, NEIGHBOURS_WEIGHT);
        client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        inputs.put(Workload.WORD_COUNT, JobInput.text(client, copies, scale.textMib()));
        inputs.put(Workload.TERA_SORT, JobInput.records(client, copies, scale.records()));
        if (scale.linksMib() > 0) {
            inputs.put(Workload.PAGE_RANK, JobInput.links(client, copies, scale.linksMib()));
        }
        neighbours = Neighbours.prepared(cluster, disk, stage.resources());
        disk.flush();
        disk.rate((long) scale.diskMib() << 20);
    }

    /**
     * Restarts the DataNode.
     *
     * @param on with the hook
     * @param dirtyLimit of the guard against writers outside HDFS; empty for none
     */
    public void hook(boolean on, String dirtyLimit) {
        spark.cluster().restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on), GUARD, dirtyLimit));
        client.awaitReadable(Neighbours.READ);
        inputs.values().forEach(input -> input.paths().forEach(client::awaitReadable));
    }

    /** The number of errors that the hook has caught; there must be none. */
    public long hookErrors() {
        return HookFigures.of(spark.cluster().dataNode()).number("Errors");
    }

    /**
     * Runs these jobs at once, each copy of one with its own input, beside a neighbour that was started before. The page
     * cache is empty when they begin; their results are checked, and returned in the same order.
     */
    public List<JobRun> run(List<Workload> jobs, NeighbourLoad beside) throws Exception {
        Path folder = spark.cluster().rig().folder("runs/" + ++runs);
        Path gate = folder.resolve("gate");
        List<Gated> submitted = new ArrayList<>();
        List<JobRun> found = new ArrayList<>();
        AutoCloseable neighbour = neighbours.start(beside);
        try {
            for (int number = 0; number < jobs.size(); number++) {
                Workload job = jobs.get(number);
                submitted.add(submitted(job, jobs.subList(0, number).contains(job) ? number : 0, folder, gate));
            }
            submitted.forEach(job -> job.process().awaitReady(START, () -> Files.exists(job.ready())));
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            List<Long> processes = new ArrayList<>();
            submitted.forEach(job -> processes.add(job.process().pid()));
            processes.add(spark.cluster().dataNode().process().pid());
            try (DiskMeter meter = new DiskMeter(disk, BlockDelay.of(processes))) {
                PageCache.dropAll();
                Files.createFile(gate);
                for (Gated job : submitted) {
                    found.add(checked(job, meter));
                }
            }
        } finally {
            submitted.forEach(job -> job.process().close());
            neighbour.close();
        }
        for (int number = 0; number < jobs.size(); number++) {
            client.delete(sorted(number));
            client.delete(sorted(number) + "-warm");
        }
        disk.flush();
        return found;
    }

    private String sorted(int copy) {
        return "/sorted-" + runs + "-" + copy;
    }

    private Gated submitted(Workload job, int copy, Path folder, Path gate) {
        String name = job.tenant() + "-" + runs + "-" + copy;
        Path ready = folder.resolve(name + "-ready");
        Path result = folder.resolve(name + "-result");
        Map<String, String> settings = spark.withPlugin(job.tenant());
        settings.put("spark.hadoop.dfs.blocksize", Integer.toString(Hdfs.BLOCK_BYTES));
        JobInput input = inputs.get(job);
        Map<String, String> arguments = input.arguments(copy, sorted(copy));
        arguments.put("ready", ready.toString());
        arguments.put("gate", gate.toString());
        arguments.put("result", result.toString());
        return new Gated(
                input, spark.submit(name, "local[" + TASKS + "]", job.job, settings, arguments), ready, result);
    }

    private static JobRun checked(Gated job, DiskMeter meter) throws IOException {
        job.process().awaitSuccess(END);
        Map<String, Object> told = JSON.std.mapFrom(Files.readString(job.result()));
        JobInput input = job.input();
        if (!input.isFoundIn().test(told)) {
            throw new IllegalStateException("a job did not find the " + input.name() + " that was written: " + told);
        }
        double seconds = JobInput.number(told, "seconds");
        long begun = (long) JobInput.number(told, "begunMillis");
        DiskUse use = meter.between(begun, begun + (long) (seconds * 1e3));
        double read = input.bytesRead();
        double written = input.bytesWritten();
        double reading = told.containsKey("readSeconds") ? JobInput.number(told, "readSeconds") : seconds;
        double writing = told.containsKey("writeSeconds") ? JobInput.number(told, "writeSeconds") : Double.NaN;
        return new JobRun(seconds, read / reading, written / writing, use, use.rate() - (read + written) / seconds);
    }
}
