package io.hdfsthrottle.bench.scenario.coupling;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures the value of a disk of its own (the platform paper's coupling): the rate of an application,
 * and the duration of a Spark job, when 1, 2, 3 or 4 of them share one disk, and the rate of a reader with its own disk
 * beside 16 hostile streams on the other disk of its DataNode.
 */
public final class DiskCoupling implements Scenario {

    private static final int MOST_APPLICATIONS = 4;
    private static final long WHILE_FILLING = 1L << 30;

    /** The paper's least factor between four applications on a disk and one. */
    private static final double LEAST_FACTOR = 3.4;

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

    private static final int HOLDER = 0;
    private static final int OTHER = 1;
    private static final int HOLDERS_STREAMS = 4;
    private static final int HOSTILE_STREAMS = 16;
    private static final double LEAST_KEPT_PERCENT = 99;
    private static final double LEAST_HOSTILE_PERCENT = 90;
    private static final Duration SETTLING = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "disk-coupling";
    }

    @Override
    public String shows() {
        return "what a disk of its own is worth: 1 to 4 applications on a disk, 16 hostile streams on the other one";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /** Two processors serve two disks and their readers. */
    @Override
    public int usualRate() {
        return Scenario.RATE_OF_THREE_DISKS;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Bar> bars = new ArrayList<>();
        List<Coupling> couplings = couplings(stage);
        figures.put("diskMiBps", stage.diskRate());
        for (Coupling each : couplings) {
            figures.put(each.pattern().toString(), each.members());
            bars.add(Bar.atLeast(
                    each.pattern() + ": alone on a disk, times what four on it get each",
                    Statistics.smallest(each.factors(MOST_APPLICATIONS)),
                    LEAST_FACTOR));
        }
        bars.addAll(holder(stage, figures));
        List<CoupledJobs> allJobs = CoupledJobs.play(stage, MOST_APPLICATIONS);
        allJobs.forEach(jobs -> figures.put(jobs.job().toString(), jobs.members()));
        figures.put("papersFactors", new TreeMap<>(PAPERS_FACTORS));
        return new Outcome(figures, bars, List.of(chart(couplings), chartOfJobs(allJobs)));
    }

    private static List<Coupling> couplings(Stage stage) throws Exception {
        stage.say("a disk of %d MiB/s that seeks, 1 to %d applications on it ...", stage.diskRate(), MOST_APPLICATIONS);
        List<Coupling> couplings = new ArrayList<>();
        SlowDisk disk = stage.slowDisk(DiskKind.SEEKING);
        try {
            disk.rate(WHILE_FILLING);
            Applications applications = Applications.prepared(disk, MOST_APPLICATIONS);
            disk.rate((long) stage.diskRate() << 20);
            for (Pattern pattern : Pattern.values()) {
                List<List<Double>> rates = new ArrayList<>();
                for (int number = 1; number <= MOST_APPLICATIONS; number++) {
                    List<Double> repeats = new ArrayList<>();
                    for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                        List<Double> each = applications.run(number, pattern, stage.window());
                        repeats.add(each.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElseThrow());
                    }
                    rates.add(repeats);
                    stage.say(
                            "%-17s %d on a disk: %7.2f MB/s each",
                            pattern, number, Statistics.median(repeats) / Statistics.MEGA);
                }
                couplings.add(new Coupling(pattern, rates));
            }
        } finally {
            disk.close();
        }
        return couplings;
    }

    /** The tenant with its own disk, alone and beside the others' streams on the other disk. */
    private static List<Bar> holder(Stage stage, Map<String, Object> figures) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage.onDisks(2), DiskKind.STEADY, 2)) {
            cluster.hook(true);
            List<Double> alone = new ArrayList<>();
            List<Double> beside = new ArrayList<>();
            List<Double> hostile = new ArrayList<>();
            try (Streams holder = cluster.disks().get(0).reading(HOLDER, HOLDERS_STREAMS)) {
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    alone.add(settled(stage, List.of(holder)).get(0));
                    try (Streams others = cluster.disks().get(1).reading(OTHER, HOSTILE_STREAMS)) {
                        List<Double> both = settled(stage, List.of(holder, others));
                        beside.add(both.get(0));
                        hostile.add(both.get(1));
                    }
                }
                holder.check();
            }
            List<Double> kept = IntStream.range(0, alone.size())
                    .mapToObj(repeat -> beside.get(repeat) / alone.get(repeat) * 100)
                    .toList();
            double rate = cluster.disk().rate();
            stage.say(
                    "on a disk of its own %.1f MB/s alone, %.1f beside %d streams on the other disk (%.1f MB/s)",
                    Statistics.median(alone) / Statistics.MEGA,
                    Statistics.median(beside) / Statistics.MEGA,
                    HOSTILE_STREAMS,
                    Statistics.median(hostile) / Statistics.MEGA);
            figures.put("holderAloneMBps", Statistics.megabytes(alone));
            figures.put("holderBesideMBps", Statistics.megabytes(beside));
            figures.put("hostileMBps", Statistics.megabytes(hostile));
            figures.put("holderKeptPercent", Statistics.largeIsGood(kept));
            return List.of(
                    Bar.atLeast(
                            "on a disk of its own, beside 16 streams on the other one: percent of alone",
                            Statistics.smallest(kept),
                            LEAST_KEPT_PERCENT),
                    Bar.atLeast(
                            Validity.VALID + "the 16 streams, percent of their disk's rate",
                            Statistics.smallest(hostile) / rate * 100,
                            LEAST_HOSTILE_PERCENT),
                    Bar.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0));
        }
    }

    private static List<Double> settled(Stage stage, List<Streams> streams) {
        Rates.over(SETTLING, List.of());
        return Rates.over(stage.window(), streams);
    }

    private static Chart<?, ?> chart(List<Coupling> couplings) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        couplings.forEach(each -> series.put(each.pattern().toString(), medians(each::factors)));
        return Charts.bars("A disk of one's own: I/O", "times as much as with others on it", labels(), series);
    }

    private static Chart<?, ?> chartOfJobs(List<CoupledJobs> allJobs) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        allJobs.forEach(each -> series.put(each.job().toString(), medians(each::factors)));
        return Charts.bars("A disk of one's own: Spark jobs", "times as long as alone", labels(), series);
    }

    private static List<Double> medians(IntFunction<List<Double>> factors) {
        return IntStream.rangeClosed(1, MOST_APPLICATIONS)
                .mapToObj(number -> Statistics.median(factors.apply(number)))
                .toList();
    }

    private static List<String> labels() {
        return IntStream.rangeClosed(1, MOST_APPLICATIONS)
                .mapToObj(number -> number + " on a disk")
                .toList();
    }
}
