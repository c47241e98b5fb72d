package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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

    private final SlowDisk disk;
    private final Cluster cluster;
    private final Hdfs client;
    private final Neighbours neighbours;
    private final SparkHost spark;
    private final Map<Workload, JobInput> inputs;
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

    private SparkDisk(
            SlowDisk disk,
            Cluster cluster,
            Hdfs client,
            Neighbours neighbours,
            SparkHost spark,
            Map<Workload, JobInput> inputs) {
        this.disk = disk;
        this.cluster = cluster;
        this.client = client;
        this.neighbours = neighbours;
        this.spark = spark;
        this.inputs = inputs;
    }

    /**
     * Creates the disk, starts the cluster and writes all input.
     *
     * @param copies how many copies of a job may run at once, each with its own input
     */
    public static SparkDisk start(Stage stage, Scale scale, int copies) throws Exception {
        stage.say(
                "a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB, %d records, %d MiB of links ...",
                scale.diskMib(), scale.textMib(), scale.records(), scale.linksMib());
        SlowDisk disk = stage.with(scale.diskMib(), Map.of()).slowDisk(DiskKind.SHARED);
        disk.rate(WHILE_FILLING);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.put(
                "dfs.datanode.data.dir", disk.mount().resolve("data").toUri().toString());
        settings.put(
                "hdfs.throttle.guard.state.file",
                stage.folder().resolve("guard").toString());
        settings.put("hdfs.throttle.enabled", "false");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        for (Workload job : Workload.values()) {
            cluster.coordinator().putTenant(job.tenant(), JOBS_WEIGHT);
        }
        cluster.coordinator().putTenant(Neighbours.TENANT, NEIGHBOURS_WEIGHT);
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        Map<Workload, JobInput> inputs = new EnumMap<>(Workload.class);
        inputs.put(Workload.WORD_COUNT, TextInput.written(client, copies, scale.textMib()));
        inputs.put(Workload.TERA_SORT, RecordsInput.written(client, copies, scale.records()));
        if (scale.linksMib() > 0) {
            inputs.put(Workload.PAGE_RANK, LinksInput.written(client, copies, scale.linksMib()));
        }
        Neighbours neighbours = Neighbours.prepared(cluster, disk, stage.resources());
        disk.flush();
        disk.rate((long) scale.diskMib() << 20);
        return new SparkDisk(disk, cluster, client, neighbours, SparkHost.version(cluster.rig(), "3.5"), inputs);
    }

    /**
     * Restarts the DataNode.
     *
     * @param on with the hook
     * @param dirtyLimit of the guard against writers outside HDFS; empty for none
     */
    public void hook(boolean on, String dirtyLimit) {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on), GUARD, dirtyLimit));
        client.awaitReadable(neighbours.file());
        inputs.values().forEach(input -> input.paths().forEach(client::awaitReadable));
    }

    /** The number of errors that the hook has caught; there must be none. */
    public long hookErrors() {
        return HookFigures.of(cluster.dataNode()).number("Errors");
    }

    /**
     * Runs these jobs at once beside a neighbour that was started before. The page cache is empty when they begin;
     * their results are checked.
     */
    public Map<Workload, JobRun> run(List<Workload> jobs, NeighbourLoad beside) throws Exception {
        List<JobRun> all = runAll(jobs, beside);
        Map<Workload, JobRun> found = new EnumMap<>(Workload.class);
        for (int i = 0; i < jobs.size(); i++) {
            found.put(jobs.get(i), all.get(i));
        }
        return found;
    }

    /** Runs so many copies of a job at once, each with its own input, and nothing else. */
    public List<JobRun> run(Workload job, int number) throws Exception {
        return runAll(Collections.nCopies(number, job), NeighbourLoad.NOBODY);
    }

    private List<JobRun> runAll(List<Workload> jobs, NeighbourLoad beside) throws Exception {
        Path folder = cluster.rig().folder("runs/" + ++runs);
        Path gate = folder.resolve("gate");
        List<GatedJob> submitted = new ArrayList<>();
        List<JobRun> found = new ArrayList<>();
        AutoCloseable neighbour = neighbours.start(beside);
        try {
            for (int number = 0; number < jobs.size(); number++) {
                Workload job = jobs.get(number);
                submitted.add(submitted(job, jobs.subList(0, number).contains(job) ? number : 0, folder, gate));
            }
            submitted.forEach(GatedJob::awaitReady);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            List<Long> processes = new ArrayList<>(
                    submitted.stream().map(job -> job.process().pid()).toList());
            processes.add(cluster.dataNode().process().pid());
            try (DiskMeter meter = DiskMeter.of(disk, BlockDelay.of(processes))) {
                PageCache.dropAll();
                Files.createFile(gate);
                for (GatedJob job : submitted) {
                    found.add(checked(job, meter));
                }
            }
        } finally {
            submitted.forEach(GatedJob::close);
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

    private GatedJob submitted(Workload job, int copy, Path folder, Path gate) {
        String name = job.tenant() + "-" + runs + "-" + copy;
        Path ready = folder.resolve(name + "-ready");
        Path result = folder.resolve(name + "-result");
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        settings.put("spark.hadoop.dfs.blocksize", Integer.toString(Hdfs.BLOCK_BYTES));
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.tenant", job.tenant());
        settings.put(
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("ready", ready.toString());
        arguments.put("gate", gate.toString());
        arguments.put("result", result.toString());
        arguments.putAll(inputs.get(job).arguments(copy, sorted(copy)));
        SparkApplication application = new SparkApplication(
                name,
                "local[" + TASKS + "]",
                job.jobClass(),
                settings,
                List.of(cluster.rig().repository().sparkPlugin()),
                arguments);
        return new GatedJob(job, application.submit(cluster.rig(), spark), ready, result);
    }

    private JobRun checked(GatedJob job, DiskMeter meter) throws IOException {
        Map<String, Object> told = job.awaitResult();
        JobInput input = inputs.get(job.workload());
        if (!input.isFoundIn(told)) {
            throw new IllegalStateException(job.workload() + " did not find what was written: " + told);
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
