package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largeIsGood;
import static io.hdfsthrottle.bench.report.Statistics.smallIsGood;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.spark.Workload.PAGE_RANK;
import static io.hdfsthrottle.bench.scenario.spark.Workload.TERA_SORT;
import static io.hdfsthrottle.bench.scenario.spark.Workload.WORD_COUNT;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The value of a disk of its own (the platform paper's coupling): the rate of an application outside HDFS, past the
 * page cache, and the duration of a Spark job, when 1 to 4 of them share a disk, each with its own files; and the rate
 * of a reader with its own disk beside 16 hostile streams on the other disk of its DataNode.
 */
public final class DiskCoupling {

    private static final int MOST = 4;

    /** At that rate, processors have idle time while four jobs wait for the disk. */
    private static final int JOBS_DISK_MIB = 40;

    private static final Map<Workload, Integer> JOBS = Map.of(WORD_COUNT, 192, TERA_SORT, 500_000, PAGE_RANK, 96);

    /** By access pattern, fio's name of it and the size of a request. */
    private static final Map<String, String> PATTERNS = Map.of(
            "sequential read", " --rw=read --bs=1024k",
            "sequential write", " --rw=write --bs=1024k",
            "random read", " --rw=randread --bs=64k");

    private static final String FIO = "fio --output-format=json --ioengine=psync --direct=1 --time_based --thread"
            + " --name=application --filename_format=application-$jobnum --size=512M --runtime=";

    /** The scenario; two processors serve two disks and their readers. */
    public static final Scenario SCENARIO = Scenario.onDisk(
                    "disk-coupling",
                    "what a disk of its own is worth: 1 to 4 applications on a disk, 16 hostile streams on the other one",
                    stage -> new DiskCoupling(stage).play())
            .usually(Scenario.RATE_OF_THREE_DISKS, Scenario.REQUESTS);

    private final Stage stage;
    private final Outcome outcome = new Outcome();

    private DiskCoupling(Stage stage) {
        this.stage = stage;
    }

    private Outcome play() throws Exception {
        outcome.figure("diskMiBps", stage.diskRate());
        applications();
        holder();
        jobs();
        return outcome;
    }

    /** What each of so many on a disk gets, in MB/s, or takes, in seconds. */
    private interface Measurement {
        List<Double> of(int number) throws Exception;
    }

    /** Measures with 1, 2, 3 and 4 on a disk; how many times better it is alone there than with three others. */
    private List<Double> coupled(String name, Figures figures, String unit, Measurement measurement) throws Exception {
        boolean rates = unit.equals("MBps");
        List<Double> alone = List.of();
        List<Double> factors = List.of();
        for (int number = 1; number <= MOST; number++) {
            int all = number;
            String each = name + ", " + unit + " of each of " + number;
            List<Double> means = Runs.of(stage, each, () -> total(measurement.of(all)) / all);
            alone = number == 1 ? means : alone;
            factors = new ArrayList<>();
            for (int i = 0; i < means.size(); i++) {
                factors.add(rates ? alone.get(i) / means.get(i) : means.get(i) / alone.get(i));
            }
            String coupling = "coupling " + number + ", ";
            figures.put(coupling + unit + " each", rates ? largeIsGood(means) : smallIsGood(means))
                    .large(coupling + "factor", factors);
        }
        outcome.figure(name, figures);
        return factors;
    }

    private void applications() throws Exception {
        stage.say("a disk of %d MiB/s that seeks, 1 to %d applications on it ...", stage.diskRate(), MOST);
        try (SlowDisk disk = stage.slowDisk(DiskKind.SEEKING)) {
            disk.rate(1L << 30); // while it is filled
            for (int number = 0; number < MOST; number++) {
                Neighbours.zeros(disk.mount().resolve("application-" + number), 512);
            }
            disk.rate((long) stage.diskRate() << 20);
            for (String name : PATTERNS.keySet()) {
                Measurement measurement = number -> applications(disk, number, name);
                List<Double> factors = coupled(name, new Figures(), "MBps", measurement);
                // The paper's least factor.
                outcome.atLeast(name + ": alone on a disk, times what four on it get each", factors, 3.4);
            }
        }
    }

    /** Runs so many at once; returns each one's rate. */
    private List<Double> applications(SlowDisk disk, int number, String name) throws IOException {
        String options = FIO + stage.window().toSeconds() + PATTERNS.get(name) + " --numjobs=" + number;
        List<String> command = new ArrayList<>(List.of(options.split(" ", -1)));
        command.add("--directory=" + disk.mount());
        Map<String, Object> told = JSON.std.mapFrom(SystemCommands.output(command.toArray(String[]::new)));
        List<Double> rates = new ArrayList<>();
        for (Object job : (List<?>) told.get("jobs")) {
            Map<?, ?> moved = (Map<?, ?>) ((Map<?, ?>) job).get(name.split(" ", -1)[1]);
            rates.add(((Number) moved.get("bw_bytes")).doubleValue() / MEGA);
        }
        return rates;
    }

    /** Without the hook. */
    private void jobs() throws Exception {
        SparkDisk disk = new SparkDisk(stage, JOBS_DISK_MIB, JOBS, MOST);
        disk.hook(false, "");
        for (Workload job : List.of(WORD_COUNT, TERA_SORT, PAGE_RANK)) {
            Figures figures = new Figures().put("diskMiBps", JOBS_DISK_MIB);
            Measurement measurement = number ->
                    each(disk.run(Collections.nCopies(number, job), Neighbours.Kind.NOBODY), SparkDisk.Run::seconds);
            List<Double> unused = coupled(job.name(), figures, "seconds", measurement);
        }
    }

    /** The tenant with its own disk, alone and beside the others' streams on the other disk. */
    private record Holder(
            double holderAloneMBps, double holderBesideMBps, double hostileMBps, double holderKeptPercent) {}

    private void holder() throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage.onDisks(2), DiskKind.STEADY, 2)) {
            cluster.hook(true);
            List<Holder> runs;
            try (Streams holder = cluster.disks().get(0).reading(0, 4)) {
                runs = Runs.of(stage, "on a disk of its own", () -> {
                    double alone = settled(List.of(holder)).get(0);
                    try (Streams others = cluster.disks().get(1).reading(1, 16)) {
                        List<Double> both = settled(List.of(holder, others));
                        return new Holder(alone, both.get(0), both.get(1), both.get(0) / alone * 100);
                    }
                });
                holder.check();
            }
            String kept = "on a disk of its own, beside 16 streams on the other one: percent of alone";
            double rate = cluster.disk().rate() / MEGA;
            List<Double> hostile = each(runs, run -> run.hostileMBps() / rate * 100);
            outcome.figure("holder", Figures.of(runs))
                    .atLeast(kept, each(runs, Holder::holderKeptPercent), 99)
                    .atLeast(VALID + "the 16 streams, percent of their disk's rate", hostile, 90)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    /** Rates in MB/s. */
    private List<Double> settled(List<Streams> streams) {
        Rates.over(Duration.ofSeconds(5), List.of());
        return each(Rates.over(stage.window(), streams), rate -> rate / MEGA);
    }
}
