package io.hdfsthrottle.bench.scenario.hint;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Two tenants that read and compute by turns, and begin in step (Minerva, figure 3 d and e): how long their disk is
 * idle without forecasts and with them.
 */
public final class MinervaInterleave implements Scenario {

    private static final int TENANTS = 2;
    private static final int FILE_BYTES = 1 << 30;

    /** Alone, a tenant reads this long and computes as long. */
    private static final Duration TURN = Duration.ofSeconds(4);

    /** Forecasts learn for some minutes; so long they are let. */
    private static final Duration LEARNING = Duration.ofMinutes(4);

    private static final double MOST_OF_IDLE = 0.5;
    private static final double MOST_APART_PERCENT = 3;
    private static final double LEAST_IDLE_PERCENT = 15;

    @Override
    public String name() {
        return "minerva-interleave";
    }

    @Override
    public String shows() {
        return "two tenants that read and compute by turns leave their disk idle half as long when they are forecast";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /**
     * With forecasts or without: for each repeat, how long the disk was idle, and how far what the two read is apart,
     * in percent.
     */
    private record Arm(List<Double> idle, List<Double> apart) {

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("idlePercent", Statistics.smallIsGood(idle));
            members.put("apartPercent", Statistics.smallIsGood(apart));
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Arm without = arm(stage, "off");
        Arm with = arm(stage, "on");
        double idle = Statistics.median(without.idle());
        List<Bar> bars = List.of(
                Bar.atMost(
                        "idle with forecasts, median, times without",
                        Statistics.median(with.idle()) / idle,
                        MOST_OF_IDLE),
                Bar.atMost(
                        "what the two read with forecasts, apart by, percent, median",
                        Statistics.median(with.apart()),
                        MOST_APART_PERCENT),
                Bar.atLeast(Validity.VALID + "idle without forecasts, percent, median", idle, LEAST_IDLE_PERCENT));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("turnSeconds", TURN.toSeconds());
        figures.put("learningSeconds", LEARNING.toSeconds());
        figures.put("without", without.members());
        figures.put("with", with.members());
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "A disk of two tenants that read and compute by turns",
                        "idle, percent",
                        IntStream.rangeClosed(1, stage.repeats())
                                .mapToObj(repeat -> "repeat " + repeat)
                                .toList(),
                        series(without, with))));
    }

    private static Map<String, List<Double>> series(Arm without, Arm with) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put("without forecasts", without.idle());
        series.put("with forecasts", with.idle());
        return series;
    }

    private static Arm arm(Stage stage, String forecasts) throws Exception {
        Path folder = Files.createDirectories(stage.folder().resolve("forecasts-" + forecasts));
        Stage own = stage.in(folder);
        try (SlowDiskCluster cluster =
                SlowDiskCluster.start(own, DiskKind.STEADY, TENANTS, FILE_BYTES, Map.of("forecast", forecasts))) {
            cluster.hook(true);
            LoadedDisk disk = cluster.disk();
            long toRead = (long) (disk.rate() * TURN.toSeconds());
            try (ReadComputeLoop one = ReadComputeLoop.start(disk, 0, toRead, TURN);
                    ReadComputeLoop other = ReadComputeLoop.start(disk, 1, toRead, TURN)) {
                Rates.over(LEARNING, List.of());
                List<Double> idle = new ArrayList<>();
                List<Double> apart = new ArrayList<>();
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    long busy = disk.busyMillis();
                    long from = System.nanoTime();
                    double oneBefore = one.bytes();
                    double otherBefore = other.bytes();
                    // Whole turns, many of them: a part of one is no share.
                    Rates.over(stage.window().multipliedBy(6), List.of());
                    double millis = (System.nanoTime() - from) / 1e6;
                    double read = one.bytes() - oneBefore;
                    double otherRead = other.bytes() - otherBefore;
                    idle.add((1 - (disk.busyMillis() - busy) / millis) * 100);
                    apart.add(Math.abs(read - otherRead) / Math.max(read, otherRead) * 100);
                    stage.say(
                            "forecasts %-3s  idle %5.1f %%, apart by %4.1f %%, together %6.1f MB/s",
                            forecasts, idle.get(repeat), apart.get(repeat), (read + otherRead) / millis / 1e3);
                }
                return new Arm(idle, apart);
            }
        }
    }
}
