package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.SparkDisk;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures the value of a disk of its own (the platform paper's coupling): the rate of an application
 * outside HDFS (fio, past the page cache), and the duration of a Spark job, when 1, 2, 3 or 4 of them share one disk,
 * each with its own files there, and the rate of a reader with its own disk beside 16 hostile streams on the other disk
 * of its DataNode.
 */
public final class DiskCoupling {

    private static final int MOST = 4;
    private static final long WHILE_FILLING = 1L << 30;
    private static final int FILE_MIB = 512;

    /** The paper's least factor between four applications on a disk and one. */
    private static final double LEAST_FACTOR = 3.4;

    /** At the first rate, processors have idle time while four jobs wait for the disk. */
    private static final SparkDisk.Scale JOBS = new SparkDisk.Scale(40, 192, 500_000, 96);

    private static final String NO_GUARD = "";

    /**
     * The platform paper's factors between disks that four volumes share and disks of one's own, section 5.3: of one
     * job in a cluster by itself, and of several at a time.
     */
    private static final Map<String, Double> PAPERS_FACTORS = Map.of(
            "TeraSort, Spark", 2.52,
            "TeraSort, Hadoop", 3.39,
            "three TeraSorts, Hadoop", 4.58,
            "PageRank, Spark", 1.085,
            "PageRank, Hadoop", 1.141,
            "PageRank beside TeraSort, Hadoop", 1.85);

    private static final int HOLDERS_STREAMS = 4;
    private static final int HOSTILE_STREAMS = 16;
    private static final Duration SETTLING = Duration.ofSeconds(5);

    /** The scenario; two processors serve two disks and their readers. */
    public static final Scenario SCENARIO = Scenario.named(
                    "disk-coupling",
                    "what a disk of its own is worth: 1 to 4 applications on a disk, 16 hostile streams on the other one",
                    DiskCoupling::play,
                    Choice.RATE,
                    Choice.READAHEAD,
                    Choice.NATIVE)
            .usually(Scenario.RATE_OF_THREE_DISKS, Scenario.REQUESTS);

    private DiskCoupling() {}

    /** An access pattern, with fio's names and the size of a request in KiB. */
    private record Pattern(String name, String fio, int kibibytes) {

        static final List<Pattern> ALL = List.of(
                new Pattern("sequential read", "read", 1024),
                new Pattern("sequential write", "write", 1024),
                new Pattern("random read", "randread", 64));

        String member() {
            return fio.equals("write") ? "write" : "read";
        }
    }

    /**
     * What was measured with 1, 2, 3 and 4 on a disk: one mean for each repeat.
     *
     * @param rates whether it is rates, of which large ones are good, or durations
     */
    private record Coupling(String name, boolean rates, List<List<Double>> means) {

        /** One's measurement. */
        interface Measurement {
            List<Double> of(int number) throws Exception;
        }

        static Coupling measured(Stage stage, String name, boolean rates, Measurement measurement) throws Exception {
            List<List<Double>> means = new ArrayList<>();
            for (int number = 1; number <= MOST; number++) {
                List<Double> repeats = new ArrayList<>();
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    List<Double> all = measurement.of(number);
                    repeats.add(all.stream().mapToDouble(Double::doubleValue).sum() / all.size());
                }
                means.add(repeats);
                stage.say(
                        "%-17s %d on a disk: %7.2f %s each",
                        name, number, median(repeats) / (rates ? MEGA : 1), rates ? "MB/s" : "s");
            }
            return new Coupling(name, rates, means);
        }

        /** How many times better it is alone on the disk than with others there, for each repeat. */
        List<Double> factors(int number) {
            return IntStream.range(0, means.get(0).size())
                    .mapToObj(repeat ->
                            means.get(number - 1).get(repeat) / means.get(0).get(repeat))
                    .map(times -> rates ? 1 / times : times)
                    .toList();
        }

        Figures figures() {
            Figures figures = rates ? new Figures() : new Figures().put("diskMiBps", JOBS.diskMib());
            for (int number = 1; number <= MOST; number++) {
                String coupling = "coupling " + number + ", ";
                if (rates) {
                    figures.megabytes(coupling + "MBps each", means.get(number - 1));
                } else {
                    figures.small(coupling + "seconds each", means.get(number - 1));
                }
                figures.large(coupling + "factor", factors(number));
            }
            return figures;
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Outcome outcome = new Outcome().figure("diskMiBps", stage.diskRate());
        List<Coupling> applications = applications(stage);
        for (Coupling one : applications) {
            outcome.figure(one.name(), one.figures())
                    .atLeast(
                            one.name() + ": alone on a disk, times what four on it get each",
                            one.factors(MOST),
                            LEAST_FACTOR);
        }
        holder(stage, outcome);
        List<Coupling> jobs = jobs(stage);
        jobs.forEach(one -> outcome.figure(one.name(), one.figures()));
        return outcome.figure("papersFactors", new TreeMap<>(PAPERS_FACTORS))
                .chart(chart("A disk of one's own: I/O", "times as much as with others on it", applications))
                .chart(chart("A disk of one's own: Spark jobs", "times as long as alone", jobs));
    }

    private static List<Coupling> applications(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s that seeks, 1 to %d applications on it ...", stage.diskRate(), MOST);
        List<Coupling> couplings = new ArrayList<>();
        try (SlowDisk disk = stage.slowDisk(DiskKind.SEEKING)) {
            disk.rate(WHILE_FILLING);
            for (int number = 0; number < MOST; number++) {
                String file = "of=" + file(disk, number);
                String unused = SystemCommands.output(
                        "dd", "if=/dev/zero", file, "bs=1M", "count=" + FILE_MIB, "conv=fsync", "status=none");
            }
            disk.rate((long) stage.diskRate() << 20);
            for (Pattern pattern : Pattern.ALL) {
                couplings.add(Coupling.measured(
                        stage, pattern.name(), true, number -> run(disk, number, pattern, stage.window())));
            }
        }
        return couplings;
    }

    private static Path file(SlowDisk disk, int number) {
        return disk.mount().resolve("application-" + number);
    }

    /** Runs so many at once; returns each one's rate, in bytes a second. */
    private static List<Double> run(SlowDisk disk, int number, Pattern pattern, Duration length) throws IOException {
        String options = "fio --output-format=json --ioengine=psync --direct=1 --time_based --thread --size=%dM --rw=%s"
                + " --bs=%dk --runtime=%d";
        List<String> command = new ArrayList<>(
                List.of(options.formatted(FILE_MIB, pattern.fio(), pattern.kibibytes(), length.toSeconds())
                        .split(" ", -1)));
        for (int i = 0; i < number; i++) {
            command.add("--name=application-" + i);
            command.add("--filename=" + file(disk, i));
        }
        Map<String, Object> told = JSON.std.mapFrom(SystemCommands.output(command.toArray(String[]::new)));
        List<Double> rates = new ArrayList<>();
        for (Object job : (List<?>) told.get("jobs")) {
            Map<?, ?> moved = (Map<?, ?>) ((Map<?, ?>) job).get(pattern.member());
            rates.add(((Number) moved.get("bw_bytes")).doubleValue());
        }
        if (rates.size() != number) {
            throw new IllegalStateException("fio told of " + rates.size() + " jobs, not of " + number);
        }
        return rates;
    }

    /** Without the hook. */
    private static List<Coupling> jobs(Stage stage) throws Exception {
        SparkDisk disk = new SparkDisk(stage, JOBS, MOST);
        disk.hook(false, NO_GUARD);
        List<Coupling> all = new ArrayList<>();
        for (Workload job : Workload.values()) {
            all.add(Coupling.measured(
                    stage,
                    job.toString(),
                    false,
                    number -> each(disk.run(Collections.nCopies(number, job), NeighbourLoad.NOBODY), JobRun::seconds)));
        }
        return all;
    }

    /** The tenant with its own disk, alone and beside the others' streams on the other disk. */
    private static void holder(Stage stage, Outcome outcome) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage.onDisks(2), DiskKind.STEADY, 2)) {
            cluster.hook(true);
            List<Double> alone = new ArrayList<>();
            List<Double> beside = new ArrayList<>();
            List<Double> hostile = new ArrayList<>();
            List<Double> kept = new ArrayList<>();
            try (Streams holder = cluster.disks().get(0).reading(0, HOLDERS_STREAMS)) {
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    alone.add(settled(stage, List.of(holder)).get(0));
                    try (Streams others = cluster.disks().get(1).reading(1, HOSTILE_STREAMS)) {
                        List<Double> both = settled(stage, List.of(holder, others));
                        beside.add(both.get(0));
                        hostile.add(both.get(1));
                    }
                    kept.add(beside.get(repeat) / alone.get(repeat) * 100);
                }
                holder.check();
            }
            stage.say(
                    "on a disk of its own %.1f MB/s alone, %.1f beside %d streams on the other disk (%.1f MB/s)",
                    median(alone) / MEGA, median(beside) / MEGA, HOSTILE_STREAMS, median(hostile) / MEGA);
            outcome.figure("holderAloneMBps", Statistics.megabytes(alone))
                    .figure("holderBesideMBps", Statistics.megabytes(beside))
                    .figure("hostileMBps", Statistics.megabytes(hostile))
                    .figure("holderKeptPercent", Statistics.largeIsGood(kept))
                    .atLeast("on a disk of its own, beside 16 streams on the other one: percent of alone", kept, 99)
                    .atLeast(
                            VALID + "the 16 streams, percent of their disk's rate",
                            smallest(hostile) / cluster.disk().rate() * 100,
                            90)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    private static List<Double> settled(Stage stage, List<Streams> streams) {
        Rates.over(SETTLING, List.of());
        return Rates.over(stage.window(), streams);
    }

    private static Chart<?, ?> chart(String title, String unit, List<Coupling> couplings) {
        List<Integer> numbers = IntStream.rangeClosed(1, MOST).boxed().toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        couplings.forEach(one -> series.put(one.name(), each(numbers, number -> median(one.factors(number)))));
        List<String> labels =
                numbers.stream().map(number -> number + " on a disk").toList();
        return Charts.bars(title, unit, labels, series);
    }
}
