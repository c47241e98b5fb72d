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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    /** What a job read, and when each of its turns was read, in nanoseconds. */
    private record Turns(LongAdder bytes, Queue<Long> ends) {

        Turns() {
            this(new LongAdder(), new ConcurrentLinkedQueue<>());
        }

        /** From one turn to the next since then, in the mean: parts of turns at a window's ends do not count. */
        double nanosOfOne(long from) {
            long[] all = ends.stream()
                    .mapToLong(Long::longValue)
                    .filter(end -> end >= from)
                    .toArray();
            return all.length < 2 ? Double.NaN : (all[all.length - 1] - all[0]) / (all.length - 1.0);
        }
    }

    /**
     * How long the disk was idle, and how far the rates are apart at which the two read turn after turn, in percent; and
     * what they read together.
     */
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
            Turns ones = new Turns();
            Turns others = new Turns();
            try (Worker one = byTurns(disk, 0, ones);
                    Worker other = byTurns(disk, 1, others)) {
                Rates.over(forecasts.equals("on") ? LEARNING : TURN.multipliedBy(2), List.of());
                return Runs.of(stage, "forecasts " + forecasts, () -> {
                    long busy = disk.disk().busyMillis();
                    long from = System.nanoTime();
                    long before = ones.bytes().sum() + others.bytes().sum();
                    Rates.over(stage.window().multipliedBy(6), List.of());
                    double millis = (System.nanoTime() - from) / 1e6;
                    one.check();
                    other.check();
                    double read = ones.bytes().sum() + others.bytes().sum() - before;
                    double turn = ones.nanosOfOne(from);
                    double otherTurn = others.nanosOfOne(from);
                    return new Span(
                            (1 - (disk.disk().busyMillis() - busy) / millis) * 100,
                            Math.abs(turn - otherTurn) / Math.max(turn, otherTurn) * 100,
                            read / millis * 1e3 / MEGA);
                });
            }
        }
    }

    /** A job that reads with one thread what takes a turn alone, computes for a turn, and begins again. */
    private static Worker byTurns(LoadedDisk disk, int tenant, Turns turns) {
        long toRead = (long) (disk.rate() * TURN.toSeconds());
        return Worker.start("by turns", running -> {
            while (running.getAsBoolean()) {
                try (Streams reading = disk.reading(tenant, 1)) {
                    for (long counted = 0; running.getAsBoolean() && counted < toRead; ) {
                        LockSupport.parkNanos(2_000_000L);
                        reading.check();
                        long now = reading.bytes();
                        turns.bytes().add(now - counted);
                        counted = now;
                    }
                }
                turns.ends().add(System.nanoTime());
                MapJob.compute(TURN, running);
            }
        });
    }
}
