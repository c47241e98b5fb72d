package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordText;
import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.rig.SparkApplication;
import io.hdfsthrottle.rig.SparkHost;
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
import java.util.stream.Stream;

/**
 * A DataNode on a disk whose reads and writes share one rate, with a text and records on it; WordCount and TeraSort, each with two tasks at a time and for a
 * tenant that outweighs its neighbours' 100 to 1.
 */
public final class SparkDisk {

    /** What the tenants of the jobs weigh. */
    public static final int JOBS_WEIGHT = 100;

    /** What the neighbours' tenant weighs. */
    public static final int NEIGHBOURS_WEIGHT = 1;

    /** How many tasks of a job run at a time. */
    public static final int TASKS = 2;

    private static final long WHILE_FILLING = 1L << 30;
    private static final String GUARD = "hdfs.throttle.guard.dirty.limit";
    private static final String WARM_TEXT = "/warm-text";
    private static final String TEXT = "/text";
    private static final String WARM_RECORDS = "/warm-records";
    private static final String RECORDS = "/records";
    private static final String SORTED = "/sorted";
    private static final long SETTLING_SECONDS = 3;

    private final Scale scale;
    private final int copies;
    private final SlowDisk disk;
    private final Cluster cluster;
    private final Hdfs client;
    private final Neighbours neighbours;
    private final SparkHost spark;
    private final long words;
    private final TeraRecords records;
    private int runs;

    /**
     * How much there is to do.
     *
     * @param diskMib rate of the disk, MiB a second
     * @param textMib for WordCount
     * @param records for TeraSort, of 100 bytes each
     */
    public record Scale(int diskMib, int textMib, int records) {

        /** What a job reads, in bytes. */
        public double bytesRead(Workload job) {
            return job == Workload.WORD_COUNT ? textMib * (double) (1 << 20) : records * (double) TeraRecords.BYTES;
        }

        /** What it writes. */
        public double bytesWritten(Workload job) {
            return job == Workload.WORD_COUNT ? 0 : records * (double) TeraRecords.BYTES;
        }
    }

    private SparkDisk(
            Scale scale,
            int copies,
            SlowDisk disk,
            Cluster cluster,
            Hdfs client,
            Neighbours neighbours,
            SparkHost spark,
            long words,
            TeraRecords records) {
        this.scale = scale;
        this.copies = copies;
        this.disk = disk;
        this.cluster = cluster;
        this.client = client;
        this.neighbours = neighbours;
        this.spark = spark;
        this.words = words;
        this.records = records;
    }

    /**
     * Makes the disk, starts the cluster and writes everything that is read.
     *
     * @param copies how many may run of a job at once, each on an input of its own
     */
    public static SparkDisk start(Stage stage, Scale scale, int copies) throws Exception {
        stage.say(
                "a disk of %d MiB/s for reads and writes, a cluster on it, a text of %d MiB, %d records ...",
                scale.diskMib(), scale.textMib(), scale.records());
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
        Hdfs client = stage.belongings().own(Hdfs.untagged(cluster.nameNode()));
        WordText text = WordText.seeded(1);
        text.write(client, WARM_TEXT, 1);
        for (int copy = 0; copy < copies; copy++) {
            text.write(client, of(TEXT, copy), scale.textMib());
        }
        long words = text.wordsInChunk() * scale.textMib();
        TeraRecords.written(client, WARM_RECORDS, 10_000, 1);
        TeraRecords records = TeraRecords.written(client, of(RECORDS, 0), scale.records(), 2);
        for (int copy = 1; copy < copies; copy++) {
            TeraRecords.written(client, of(RECORDS, copy), scale.records(), 2);
        }
        Neighbours neighbours = Neighbours.prepared(cluster, disk, stage.belongings());
        disk.flush();
        disk.rate((long) scale.diskMib() << 20);
        return new SparkDisk(
                scale,
                copies,
                disk,
                cluster,
                client,
                neighbours,
                SparkHost.version(cluster.rig(), "3.5"),
                words,
                records);
    }

    private static String of(String path, int copy) {
        return path + "-" + copy;
    }

    /**
     * Starts the DataNode anew.
     *
     * @param on with the hook
     * @param dirtyLimit of the guard against writers that know no HDFS; empty for none
     */
    public void hook(boolean on, String dirtyLimit) {
        cluster.restartDataNode(Map.of("hdfs.throttle.enabled", Boolean.toString(on), GUARD, dirtyLimit));
        Stream.of(WARM_TEXT, WARM_RECORDS, neighbours.file()).forEach(client::awaitReadable);
        for (int copy = 0; copy < copies; copy++) {
            Stream.of(of(TEXT, copy), of(RECORDS, copy)).forEach(client::awaitReadable);
        }
    }

    /** How many errors the hook has caught; there must be none. */
    public long hookErrors() {
        return HookFigures.of(cluster.dataNode()).number("Errors");
    }

    /**
     * Runs these jobs at once beside a neighbour that has begun before. Nothing is in the page cache when they begin; what they count and sort is checked.
     */
    public Map<Workload, JobRun> run(List<Workload> jobs, Beside beside) throws Exception {
        List<JobRun> all = runAll(jobs, beside);
        Map<Workload, JobRun> found = new EnumMap<>(Workload.class);
        for (int i = 0; i < jobs.size(); i++) {
            found.put(jobs.get(i), all.get(i));
        }
        return found;
    }

    /** Runs so many copies of a job at once, each on an input of its own, and nothing beside them. */
    public List<JobRun> run(Workload job, int number) throws Exception {
        return runAll(Collections.nCopies(number, job), Beside.NOBODY);
    }

    private List<JobRun> runAll(List<Workload> jobs, Beside beside) throws Exception {
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
        for (int copy = 0; copy < copies; copy++) {
            client.delete(of(SORTED + "-" + runs, copy));
            client.delete(of(SORTED + "-" + runs, copy) + "-warm");
        }
        disk.flush();
        return found;
    }

    private GatedJob submitted(Workload job, int copy, Path folder, Path gate) {
        String name = of(job.tenant() + "-" + runs, copy);
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
        if (job == Workload.WORD_COUNT) {
            arguments.putAll(Map.of("warm", WARM_TEXT, "text", of(TEXT, copy)));
        } else {
            arguments.putAll(Map.of(
                    "warm",
                    WARM_RECORDS,
                    "records",
                    of(RECORDS, copy),
                    "sorted",
                    of(SORTED + "-" + runs, copy),
                    "parts",
                    Integer.toString(TASKS)));
        }
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
        Map<String, Object> told = job.told();
        boolean counts = job.workload() == Workload.WORD_COUNT;
        boolean right = counts
                ? number(told, "words") == words
                : number(told, "records") == records.count()
                        && number(told, "checksum") == records.checksum()
                        && Boolean.TRUE.equals(told.get("ordered"));
        if (!right) {
            throw new IllegalStateException(job.workload() + " did not find what was written: " + told);
        }
        double seconds = number(told, "seconds");
        long begun = (long) number(told, "begunMillis");
        DiskUse use = meter.between(begun, begun + (long) (seconds * 1e3));
        double read = scale.bytesRead(job.workload());
        double written = scale.bytesWritten(job.workload());
        return new JobRun(
                seconds,
                read / (counts ? seconds : number(told, "readSeconds")),
                counts ? Double.NaN : written / number(told, "writeSeconds"),
                use,
                use.rate() - (read + written) / seconds);
    }

    private static double number(Map<String, Object> told, String name) {
        return ((Number) told.get(name)).doubleValue();
    }
}
