package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a benchmark of {@code src-it/jmh} in a JVM of its own, and reads what it found. */
public final class JmhCrowd {

    /** The benchmarks with everything they need. */
    private static final Path JAR = Path.of("src-it/jmh/target/benchmarks.jar");

    private static final String MAIN = "io.hdfsthrottle.jmh.Crowd";

    /** Besides its windows: starting, rehearsing, and threads by the thousand that wait for each other. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private JmhCrowd() {}

    /**
     * What one call of a limiter cost; no numbers where the benchmark did not come to an end.
     *
     * @param nanos wall time of the thread that called
     * @param processorNanos time of a processor, on whichever thread it was spent
     * @param bytes allocated, by whichever thread
     */
    public record Cost(String limiter, int threads, double nanos, double processorNanos, double bytes) {

        /** Whether the benchmark came to an end, and calls were made. */
        boolean hasEnded() {
            return Double.isFinite(nanos);
        }
    }

    /** One of them, with so many threads calling at the same time. */
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
        stage.belongings().own(process::destroyForcibly);
        boolean ended = process.waitFor(PATIENCE.plus(windows).toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        } else if (process.exitValue() != 0) {
            throw new IOException("a benchmark failed: " + Files.readString(out));
        }
        return cost(limiter, threads, ended ? Files.readAllLines(out) : List.of());
    }

    /** The mean of what it printed: nanoseconds, those of a processor, and bytes of each window. */
    public static Cost cost(String limiter, int threads, List<String> lines) {
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
