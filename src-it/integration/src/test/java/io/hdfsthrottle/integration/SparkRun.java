package io.hdfsthrottle.integration;

import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An application that was submitted, and what it says in the driver and in its executors.
 *
 * @param driver the process that submitted it
 * @param work where the site's Worker keeps a folder for each application, with one for each executor
 */
record SparkRun(JavaProcess driver, Path work) {

    private static final Duration END = Duration.ofMinutes(2);
    private static final Pattern APPLICATION = Pattern.compile(".*Connected to Spark cluster with app ID (\\S+)");

    /** A line of ours, a line of Spark's about us, or a piece of a stack trace through us. */
    private static final Pattern COMPLAINT = Pattern.compile(
            "\\S+ (WARN|ERROR) .*(hdfs-throttle: |io\\.hdfsthrottle\\.spark).*|\\s+at io\\.hdfsthrottle\\.(?!jobs).*");

    /** Waits for its end; an exit code but 0 is an error told with its log. */
    void awaitSuccess() {
        driver.awaitSuccess(END);
    }

    /** What the jobs said of their results, in order. */
    List<String> verdicts() {
        return lines(driver.log()).filter(line -> line.startsWith("{\"job\":")).toList();
    }

    /** What the driver says. */
    List<String> output() {
        return lines(driver.log()).toList();
    }

    /** What the plugin complains of, in the driver and in all executors. */
    List<String> complaints() {
        return Stream.concat(output().stream(), executors().values().stream().flatMap(List::stream))
                .filter(line -> COMPLAINT.matcher(line).matches())
                .toList();
    }

    /** What each executor said, by its id; Spark gives one that it starts in place of another a new id. */
    Map<String, List<String>> executors() {
        Optional<Path> mine = output().stream()
                .map(APPLICATION::matcher)
                .filter(Matcher::matches)
                .map(found -> work.resolve(found.group(1)))
                .findFirst();
        return mine.map(SparkRun::logs).orElse(Map.of());
    }

    private static Map<String, List<String>> logs(Path application) {
        try (Stream<Path> executors = Files.list(application)) {
            return executors.collect(Collectors.toMap(
                    folder -> folder.getFileName().toString(),
                    folder -> lines(folder.resolve("stderr")).toList(),
                    (one, other) -> one,
                    TreeMap::new));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Stream<String> lines(Path log) {
        try {
            return Files.readAllLines(log).stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
