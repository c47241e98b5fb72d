package io.hdfsthrottle.integration;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /**
     * What each executor that began said, by its id; Spark gives one that it starts in place of another a new id. At an
     * application's end the Master may order one more, in place of the first that has ended, which never begins.
     */
    Map<String, List<String>> executors() {
        Map<String, List<String>> said = ofExecutors(folder -> {
            Path log = folder.resolve("stderr");
            return Files.exists(log) ? lines(log).toList() : List.of();
        });
        said.values().removeIf(lines -> lines.stream().noneMatch(line -> line.contains("Started daemon")));
        return said;
    }

    /** The addresses of a resource that the Worker gave each executor, by its id, also of those that have ended. */
    Map<String, List<String>> resources(String name) {
        return ofExecutors(folder -> addresses(folder, name));
    }

    private Map<String, List<String>> ofExecutors(Function<Path, List<String>> what) {
        Optional<Path> mine = output().stream()
                .map(APPLICATION::matcher)
                .filter(Matcher::matches)
                .map(found -> work.resolve(found.group(1)))
                .filter(Files::isDirectory)
                .findFirst();
        Map<String, List<String>> found = new TreeMap<>();
        mine.map(SparkRun::list)
                .orElse(List.of())
                .forEach(folder -> found.put(folder.getFileName().toString(), what.apply(folder)));
        return found;
    }

    /** What Spark's Worker tells an executor in a file of its folder (Spark: StandaloneResourceUtils). */
    private static List<String> addresses(Path executor, String resource) {
        List<String> addresses = new ArrayList<>();
        for (Path file : list(executor)) {
            if (file.getFileName().toString().startsWith("resource-executor-")) {
                try {
                    JsonObject all = JsonObject.parse("{\"all\":" + Files.readString(file) + "}");
                    for (JsonObject each : all.objects("all", Integer.MAX_VALUE)) {
                        if (each.object("id").text("resourceName").equals(resource)) {
                            addresses.addAll(each.texts("addresses", Integer.MAX_VALUE));
                        }
                    }
                } catch (IOException | MalformedJsonException unreadable) {
                    throw new IllegalStateException(file + " cannot be read", unreadable);
                }
            }
        }
        return addresses;
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
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
