package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The benchmarks of {@code src-it/jmh} with more threads than JMH gets to start, each in a JVM of its own. */
final class JmhCrowd {

    private static final String MAIN = "io.hdfsthrottle.jmh.Crowd";

    /** Threads that wait for one lock by the thousand may not come to an end. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private JmhCrowd() {}

    /** Each of these once, with so many threads calling at the same time. */
    static List<Jmh.Cost> run(Stage stage, int threads, List<String> limiters)
            throws IOException, InterruptedException {
        List<Jmh.Cost> costs = new ArrayList<>();
        for (String limiter : limiters) {
            Path out = stage.folder().resolve(limiter.replace(' ', '-') + "-" + threads + ".txt");
            boolean ended = Jmh.runToEnd(
                    stage,
                    out,
                    LONGEST,
                    List.of(
                            "-cp",
                            Jmh.JAR.toString(),
                            MAIN,
                            Integer.toString(threads),
                            Integer.toString(stage.repeats()),
                            Long.toString(Jmh.iterationMillis(stage)),
                            limiter));
            // A figure that is not there keeps no bar.
            costs.add(cost(limiter, threads, ended ? Files.readAllLines(out) : List.of()));
        }
        return costs;
    }

    /** The mean of what it printed, as JMH makes one of its iterations: nanoseconds and bytes of each window. */
    static Jmh.Cost cost(String limiter, int threads, List<String> lines) {
        List<double[]> windows = lines.stream()
                .filter(line -> line.matches("[0-9.]+ [0-9.]+"))
                .map(line -> Arrays.stream(line.split(" ", 2))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
        return new Jmh.Cost(limiter, threads, mean(windows, 0), mean(windows, 1));
    }

    private static double mean(List<double[]> windows, int figure) {
        return windows.stream().mapToDouble(window -> window[figure]).average().orElse(Double.NaN);
    }
}
