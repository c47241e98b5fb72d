package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a benchmark of {@code src-it/jmh} in a separate JVM, and parses its results. */
final class JmhCrowd {

    /** The benchmarks with all dependencies. */
    private static final Path JAR = Path.of("src-it/jmh/target/benchmarks.jar");

    private static final String MAIN = "io.hdfsthrottle.jmh.Crowd";

    /** The timeout besides its windows: for starting, rehearsing, and thousands of threads that wait for each other. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private JmhCrowd() {}

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
    static Cost run(Stage stage, int threads, String limiter) throws IOException, InterruptedException {
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
