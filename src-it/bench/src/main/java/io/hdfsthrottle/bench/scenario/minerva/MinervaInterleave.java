package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Two tenants that read and compute by turns, and begin in step (Minerva, figure 3 d and e): how long their disk is
 * idle without forecasts and with them.
 */
public final class MinervaInterleave {

    /** Alone, a tenant reads this long and computes as long. */
    private static final Duration TURN = Duration.ofSeconds(4);

    /** Forecasts learn for some minutes; so long they are let. */
    private static final Duration LEARNING = Duration.ofMinutes(4);

    private static final long LOOK_NANOS = 2_000_000L;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "minerva-interleave",
            "two tenants that read and compute by turns leave their disk idle half as long when they are forecast",
            MinervaInterleave::play,
            Choice.RATE,
            Choice.READAHEAD,
            Choice.NATIVE);

    private MinervaInterleave() {}

    /**
     * With forecasts or without: for each repeat, how long the disk was idle, and how far what the two read is apart,
     * in percent.
     */
    private record Arm(List<Double> idle, List<Double> apart) {

        Figures figures() {
            return new Figures().small("idlePercent", idle).small("apartPercent", apart);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Arm without = arm(stage, "off");
        Arm with = arm(stage, "on");
        double idle = median(without.idle());
        Map<String, List<Double>> series = new LinkedHashMap<>();
        series.put("without forecasts", without.idle());
        series.put("with forecasts", with.idle());
        return new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("turnSeconds", TURN.toSeconds())
                .figure("learningSeconds", LEARNING.toSeconds())
                .figure("without", without.figures())
                .figure("with", with.figures())
                .atMost("idle with forecasts, median, times without", median(with.idle()) / idle, 0.5)
                .atMost("what the two read with forecasts, apart by, percent, median", median(with.apart()), 3)
                .atLeast(VALID + "idle without forecasts, percent, median", idle, 15)
                .chart(Charts.bars(
                        "A disk of two tenants that read and compute by turns",
                        "idle, percent",
                        Findings.repeats(stage.repeats()),
                        series));
    }

    private static Arm arm(Stage stage, String forecasts) throws Exception {
        try (SlowDiskCluster cluster = MinervaForecast.cluster(stage, forecasts)) {
            cluster.hook(true);
            LoadedDisk disk = cluster.disk();
            LongAdder oneBytes = new LongAdder();
            LongAdder otherBytes = new LongAdder();
            try (Worker one = byTurns(disk, 0, oneBytes);
                    Worker other = byTurns(disk, 1, otherBytes)) {
                Rates.over(LEARNING, List.of());
                Arm arm = new Arm(new ArrayList<>(), new ArrayList<>());
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    long busy = disk.disk().busyMillis();
                    long from = System.nanoTime();
                    long oneBefore = oneBytes.sum();
                    long otherBefore = otherBytes.sum();
                    // Whole turns, many of them: a part of one is no share.
                    Rates.over(stage.window().multipliedBy(6), List.of());
                    double millis = (System.nanoTime() - from) / 1e6;
                    one.check();
                    other.check();
                    double read = oneBytes.sum() - oneBefore;
                    double otherRead = otherBytes.sum() - otherBefore;
                    arm.idle.add((1 - (disk.disk().busyMillis() - busy) / millis) * 100);
                    arm.apart.add(Math.abs(read - otherRead) / Math.max(read, otherRead) * 100);
                    stage.say(
                            "forecasts %-3s  idle %5.1f %%, apart by %4.1f %%, together %6.1f MB/s",
                            forecasts, arm.idle.get(repeat), arm.apart.get(repeat), (read + otherRead) / millis / 1e3);
                }
                return arm;
            }
        }
    }

    /** A job that reads with one thread what takes a turn alone, computes for a turn, and begins again. */
    private static Worker byTurns(LoadedDisk disk, int tenant, LongAdder bytes) {
        long toRead = (long) (disk.rate() * TURN.toSeconds());
        return Worker.start("by turns", running -> {
            while (running.getAsBoolean()) {
                read(disk, tenant, toRead, bytes, running);
                long until = System.nanoTime() + TURN.toNanos();
                while (running.getAsBoolean() && System.nanoTime() < until) {
                    LockSupport.parkNanos(Math.min(until - System.nanoTime(), 50 * LOOK_NANOS));
                }
            }
        });
    }

    private static void read(LoadedDisk disk, int tenant, long toRead, LongAdder bytes, BooleanSupplier running) {
        try (Streams reading = disk.reading(tenant, 1)) {
            long counted = 0;
            while (running.getAsBoolean() && counted < toRead) {
                LockSupport.parkNanos(LOOK_NANOS);
                reading.check();
                long now = reading.bytes();
                bytes.add(now - counted);
                counted = now;
            }
        }
    }
}
