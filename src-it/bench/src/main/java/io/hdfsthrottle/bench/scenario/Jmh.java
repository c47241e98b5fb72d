package io.hdfsthrottle.bench.scenario;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.load.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the benchmarks of {@code src-it/jmh} in a JVM of their own, and reads what they found. */
public final class Jmh {

    /** The benchmarks with everything they need. */
    static final Path JAR = Path.of("src-it/jmh/target/benchmarks.jar");

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long WARMING_MILLIS = 500;

    private Jmh() {}

    /** What one call of a limiter cost: wall time of the thread that called, and bytes allocated. */
    public record Cost(String limiter, int threads, double nanos, double bytes) {

        /** Processor time of a call, as far as threads kept all processors busy. */
        double processorNanos(int processors) {
            return nanos * Math.min(processors, threads) / threads;
        }
    }

    /** Every benchmark once, with so many threads calling at the same time. */
    static List<Cost> run(Stage stage, int threads) throws IOException, InterruptedException {
        Path found = stage.folder().resolve("jmh-" + threads + ".json");
        Path log = stage.folder().resolve("jmh-" + threads + ".log");
        boolean ended = runToEnd(
                stage,
                log,
                LONGEST,
                List.of(
                        "-jar",
                        JAR.toString(),
                        "-t",
                        Integer.toString(threads),
                        "-f",
                        "1",
                        "-wi",
                        "1",
                        "-w",
                        WARMING_MILLIS + "ms",
                        "-i",
                        Integer.toString(stage.repeats()),
                        "-r",
                        iterationMillis(stage) + "ms",
                        "-prof",
                        "gc",
                        "-rf",
                        "json",
                        "-rff",
                        found.toString()));
        if (!ended) {
            throw new IOException("the benchmarks do not come to an end: " + log);
        }
        return costs(Files.readString(found));
    }

    /** How long one iteration is. */
    static long iterationMillis(Stage stage) {
        return stage.window().toMillis() / 10;
    }

    /** A JVM with these arguments, until it has ended; what it prints goes to the log. False if it had to be stopped. */
    static boolean runToEnd(Stage stage, Path log, Duration longest, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        stage.belongings().own(() -> stop(process));
        if (!process.waitFor(longest.toSeconds(), TimeUnit.SECONDS)) {
            stop(process);
            return false;
        }
        if (process.exitValue() != 0) {
            throw new IOException("a benchmark failed: " + Files.readString(log));
        }
        return true;
    }

    /** The forked JVM of a benchmark is a child of the process. */
    private static void stop(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** What the result of JMH (its {@code -rf json}) says. */
    public static List<Cost> costs(String json) throws IOException {
        List<Cost> costs = new ArrayList<>();
        for (Object entry : JSON.std.listFrom(json)) {
            Map<?, ?> run = (Map<?, ?>) entry;
            String benchmark = (String) run.get("benchmark");
            String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
            Object parameters = run.get("params");
            String values = parameters instanceof Map<?, ?> set
                    ? set.values().stream()
                            .map(value -> " " + value.toString().toLowerCase(Locale.ROOT))
                            .sorted()
                            .collect(Collectors.joining())
                    : "";
            costs.add(new Cost(
                    method + values,
                    ((Number) run.get("threads")).intValue(),
                    score(run.get("primaryMetric")),
                    allocated((Map<?, ?>) run.get("secondaryMetrics"))));
        }
        return costs;
    }

    private static double allocated(Map<?, ?> metrics) {
        return metrics.entrySet().stream()
                .filter(metric -> metric.getKey().toString().endsWith("gc.alloc.rate.norm"))
                .mapToDouble(metric -> score(metric.getValue()))
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double score(Object metric) {
        return ((Map<?, ?>) metric).get("score") instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
