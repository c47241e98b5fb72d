package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Two tenants that read and compute by turns, and begin in step (Minerva, figure 3 d and e): how long their disk is
 * idle without forecasts and with them.
 */
public final class MinervaInterleave {

    /** Alone, a tenant reads this long and computes as long. */
    private static final Duration TURN = Duration.ofSeconds(4);

    /** Forecasts learn for some minutes; so long they are let. */
    private static final Duration LEARNING = Duration.ofMinutes(4);

    public static final Scenario SCENARIO = Scenario.onDisk(
            "minerva-interleave",
            "two tenants that read and compute by turns leave their disk idle half as long when they are forecast",
            MinervaInterleave::play);

    private MinervaInterleave() {}

    /** How long the disk was idle, and how far what the two read is apart, in percent; and what they read together. */
    private record Span(double idlePercent, double apartPercent, double togetherMBps) {}

    private static Outcome play(Stage stage) throws Exception {
        List<Span> without = spans(stage, "off");
        List<Span> with = spans(stage, "on");
        double idle = median(each(without, Span::idlePercent));
        double apart = median(each(with, Span::apartPercent));
        return new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("turnSeconds", TURN.toSeconds())
                .figure("learningSeconds", LEARNING.toSeconds())
                .figure("without", Figures.of(without))
                .figure("with", Figures.of(with))
                .atMost("idle with forecasts, median, times without", median(each(with, Span::idlePercent)) / idle, 0.5)
                .atMost("what the two read with forecasts, apart by, percent, median", apart, 3)
                .atLeast(VALID + "idle without forecasts, percent, median", idle, 15);
    }

    private static List<Span> spans(Stage stage, String forecasts) throws Exception {
        try (SlowDiskCluster cluster = MinervaForecast.cluster(stage, forecasts)) {
            cluster.hook(true);
            LoadedDisk disk = cluster.disk();
            LongAdder oneBytes = new LongAdder();
            LongAdder otherBytes = new LongAdder();
            try (Worker one = byTurns(disk, 0, oneBytes);
                    Worker other = byTurns(disk, 1, otherBytes)) {
                Rates.over(forecasts.equals("on") ? LEARNING : TURN.multipliedBy(2), List.of());
                return Runs.of(stage, "forecasts " + forecasts, () -> {
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
                    return new Span(
                            (1 - (disk.disk().busyMillis() - busy) / millis) * 100,
                            Math.abs(read - otherRead) / Math.max(read, otherRead) * 100,
                            (read + otherRead) / millis * 1e3 / MEGA);
                });
            }
        }
    }

    /** A job that reads with one thread what takes a turn alone, computes for a turn, and begins again. */
    private static Worker byTurns(LoadedDisk disk, int tenant, LongAdder bytes) {
        long toRead = (long) (disk.rate() * TURN.toSeconds());
        return Worker.start("by turns", running -> {
            while (running.getAsBoolean()) {
                try (Streams reading = disk.reading(tenant, 1)) {
                    for (long counted = 0; running.getAsBoolean() && counted < toRead; ) {
                        LockSupport.parkNanos(2_000_000L);
                        reading.check();
                        long now = reading.bytes();
                        bytes.add(now - counted);
                        counted = now;
                    }
                }
                MapJob.compute(TURN, running);
            }
        });
    }
}
