package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that measures the hook's cost of a packet from the page cache, compared with HDFS's own throttler and common
 * rate limiters: processor time and bytes, from one thread to as many as a DataNode has. The hook is measured where it
 * reads ahead and where it blocks threads between packets.
 */
public final class HotPath {

    private static final List<Integer> THREADS = List.of(1, 16, 256, 4096);
    private static final List<String> HOOK = List.of("readAhead", "heldBetween");
    private static final List<String> PACINGS = List.of("free", "free_every_byte", "within", "within_every_byte");
    private static final String STOCK = "stockThrottler";
    private static final List<String> OTHERS =
            List.of(STOCK, "guavaRateLimiter", "bucket4j", "resilience4j", "oneTenant", "tenantEach");

    /** The benchmarks with all dependencies. */
    private static final Path JAR = Path.of("src-it/jmh/target/benchmarks.jar");

    private static final String MAIN = "io.hdfsthrottle.jmh.Crowd";

    /** The timeout besides its windows: for starting, rehearsing, and thousands of threads that wait for each other. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "hot-path",
            "a packet from the page cache: time and bytes, beside four other limiters (no root needed)",
            HotPath::play);

    private HotPath() {}

    private static Outcome play(Stage stage) throws Exception {
        List<String> limiters = new ArrayList<>();
        HOOK.forEach(path -> PACINGS.forEach(pacing -> limiters.add(path + " " + pacing)));
        limiters.addAll(OTHERS);
        Outcome outcome = new Outcome();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int threads : THREADS) {
            List<Cost> costs = new ArrayList<>();
            for (String limiter : limiters) {
                Cost cost = run(stage, threads, limiter);
                costs.add(cost);
                series.computeIfAbsent(limiter, none -> new ArrayList<>()).add(Math.max(cost.processorNanos(), 1));
                stage.say(
                        "%4d threads  %-30s %12.1f ns a call  %8.1f ns of a processor  %6.2f bytes",
                        threads, limiter, cost.nanos(), cost.processorNanos(), cost.bytes());
            }
            outcome.figure(threads + " threads", figures(costs)).bars(bars(costs));
        }
        return outcome.chart(Charts.bars(
                "A packet from the page cache: processor time, by the threads that call",
                "nanoseconds",
                THREADS.stream().map(threads -> threads + " threads").toList(),
                series));
    }

    private static Figures figures(List<Cost> costs) {
        double stock = costs.stream()
                .filter(cost -> cost.limiter().equals(STOCK))
                .mapToDouble(Cost::processorNanos)
                .findFirst()
                .orElse(Double.NaN);
        Figures limiters = new Figures();
        costs.forEach(cost -> limiters.put(
                cost.limiter(),
                new Figures()
                        .put("nanos", cost.nanos())
                        .put("processorNanos", cost.processorNanos())
                        .put("bytes", cost.bytes())
                        .put("timesStock", cost.processorNanos() / stock)));
        return limiters;
    }

    /** Bars for the hook in each of its states: it ends, within its processor time, without allocating an object. */
    static List<Bar> bars(List<Cost> costs) {
        List<Bar> bars = new ArrayList<>();
        for (Cost cost : costs) {
            if (HOOK.stream().anyMatch(path -> cost.limiter().startsWith(path))) {
                String what = cost.threads() + " threads, " + cost.limiter() + ": ";
                bars.add(Bar.atLeast(what + "ended", cost.hasEnded() ? 1 : 0, 1));
                bars.add(Bar.atMost(what + "nanoseconds of a processor", cost.processorNanos(), 100));
                // The smallest object has 16 bytes: less than one comes from the controller and the harness.
                bars.add(Bar.atMost(what + "bytes", cost.bytes(), 1));
            }
        }
        return bars;
    }

    /**
     * The cost of one call of a limiter; NaN if the benchmark did not end.
     *
     * @param nanos wall time of the calling thread
     * @param processorNanos processor time, of any thread
     * @param bytes allocated, by any thread
     */
    record Cost(String limiter, int threads, double nanos, double processorNanos, double bytes) {

        /** Whether the benchmark ended, and calls were made. */
        boolean hasEnded() {
            return Double.isFinite(nanos);
        }
    }

    /** Runs one of them, with so many concurrent calling threads. */
    private static Cost run(Stage stage, int threads, String limiter) throws IOException, InterruptedException {
        Path out = stage.folder().resolve(limiter.replace(' ', '-') + "-" + threads + ".txt");
        Duration windows = stage.window().dividedBy(10).multipliedBy(stage.repeats());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + stage.folder(),
                        "-cp",
                        JAR.toString(),
                        MAIN,
                        Integer.toString(threads),
                        Integer.toString(stage.repeats()),
                        Long.toString(stage.window().toMillis() / 10),
                        limiter)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        stage.resources().own(process::destroyForcibly);
        boolean ended = process.waitFor(PATIENCE.plus(windows).toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        } else if (process.exitValue() != 0) {
            throw new IOException("a benchmark failed: " + Files.readString(out));
        }
        return cost(limiter, threads, ended ? Files.readAllLines(out) : List.of());
    }

    /** The mean of its output: wall nanoseconds, processor nanoseconds, and bytes of each window. */
    static Cost cost(String limiter, int threads, List<String> lines) {
        List<double[]> windows = lines.stream()
                .filter(line -> line.matches("[0-9.]+ [0-9.]+ [0-9.]+"))
                .map(line -> Arrays.stream(line.split(" ", 3))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        return new Cost(limiter, threads, mean(windows, 0), mean(windows, 1), mean(windows, 2));
    }

    private static double mean(List<double[]> windows, int figure) {
        return windows.stream().mapToDouble(window -> window[figure]).average().orElse(Double.NaN);
    }
}
