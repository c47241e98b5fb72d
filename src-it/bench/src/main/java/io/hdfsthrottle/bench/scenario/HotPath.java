package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that measures the hook's cost of a packet from the page cache, where it reads ahead and where it blocks
 * threads between packets, compared with HDFS's own throttler and common rate limiters.
 */
public final class HotPath {

    private static final List<Integer> THREADS = List.of(1, 16, 256, 4096);
    private static final List<String> HOOK = List.of("readAhead", "heldBetween");
    private static final List<String> PACINGS = List.of("free", "free_every_byte", "within", "within_every_byte");
    private static final List<String> OTHERS =
            List.of("stockThrottler", "guavaRateLimiter", "bucket4j", "resilience4j", "oneTenant", "tenantEach");

    public static final Scenario SCENARIO = Scenario.named(
            "hot-path",
            "a packet from the page cache: time and bytes, beside four other limiters (no root needed)",
            HotPath::play);

    private HotPath() {}

    /** A call of a limiter: wall time of its thread, processor time and bytes of any; NaN if it did not end. */
    record Cost(String limiter, int threads, double nanos, double processorNanos, double bytes) {}

    private static Outcome play(Stage stage) throws Exception {
        List<String> limiters = new ArrayList<>();
        HOOK.forEach(path -> PACINGS.forEach(pacing -> limiters.add(path + " " + pacing)));
        limiters.addAll(OTHERS);
        Outcome outcome = new Outcome();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int threads : THREADS) {
            List<Cost> costs = new ArrayList<>();
            for (String limiter : limiters) {
                Cost cost = cost(limiter, threads, run(stage, threads, limiter));
                costs.add(cost);
                series.computeIfAbsent(limiter, none -> new ArrayList<>()).add(Math.max(cost.processorNanos(), 1));
                stage.say("%s", cost);
            }
            outcome.figure(threads + " threads", costs).bars(bars(costs));
        }
        String title = "A packet from the page cache: processor time, by the threads that call";
        List<String> labels =
                THREADS.stream().map(threads -> threads + " threads").toList();
        return outcome.chart(Charts.bars(title, "nanoseconds", labels, series));
    }

    /** Bars for the hook in each of its states: it ends, within its processor time, without allocating an object. */
    static List<Bar> bars(List<Cost> costs) {
        List<Bar> bars = new ArrayList<>();
        for (Cost cost : costs) {
            if (HOOK.stream().anyMatch(path -> cost.limiter().startsWith(path))) {
                String what = cost.threads() + " threads, " + cost.limiter() + ": ";
                bars.add(Bar.atLeast(what + "ended", Double.isFinite(cost.nanos()) ? 1 : 0, 1));
                bars.add(Bar.atMost(what + "nanoseconds of a processor", cost.processorNanos(), 100));
                // The smallest object has 16 bytes: less than one comes from the controller and the harness.
                bars.add(Bar.atMost(what + "bytes", cost.bytes(), 1));
            }
        }
        return bars;
    }

    /** Runs one of them, with so many concurrent calling threads; what it printed, nothing if it did not end. */
    private static List<String> run(Stage stage, int threads, String limiter) throws IOException, InterruptedException {
        Path out = stage.folder().resolve(limiter.replace(' ', '-') + "-" + threads + ".txt");
        Duration window = stage.window().dividedBy(10);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = String.format(
                Locale.ROOT,
                "%s -Djava.io.tmpdir=%s -cp src-it/jmh/target/benchmarks.jar io.hdfsthrottle.jmh.Crowd %d %d %d",
                java,
                stage.folder(),
                threads,
                stage.repeats(),
                window.toMillis());
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.add(limiter);
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        stage.resources().own(process::destroyForcibly);
        // A minute for starting, rehearsing, and thousands of threads that wait for each other.
        if (!process.waitFor(60_000 + stage.repeats() * window.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            return List.of();
        }
        if (process.exitValue() != 0) {
            throw new IOException("a benchmark failed: " + Files.readString(out));
        }
        return Files.readAllLines(out);
    }

    /** The mean of its output: wall nanoseconds, processor nanoseconds, and bytes of each window. */
    static Cost cost(String limiter, int threads, List<String> lines) {
        List<String[]> windows = lines.stream()
                .filter(line -> line.matches("[0-9.]+ [0-9.]+ [0-9.]+"))
                .map(line -> line.split(" ", 3))
                .toList();
        return new Cost(limiter, threads, mean(windows, 0), mean(windows, 1), mean(windows, 2));
    }

    private static double mean(List<String[]> windows, int figure) {
        return total(each(windows, window -> Double.parseDouble(window[figure]))) / windows.size();
    }
}
