package io.hdfsthrottle.bench.scenario.speculation;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tasks in an event log of Spark.
 *
 * @param copies the number of speculative copies
 * @param longestSeconds the longest run time of a successful task
 */
record TaskEvents(long copies, double longestSeconds) {

    private static final double MILLIS = 1e3;
    private static final String STARTED = "SparkListenerTaskStart";
    private static final String ENDED = "SparkListenerTaskEnd";

    /** Of all logs in a folder, which must not be compressed. */
    static TaskEvents in(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> logs = files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
            long copies = 0;
            double longest = 0;
            boolean ended = false;
            for (Path log : logs) {
                for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
                    if (!line.contains(STARTED) && !line.contains(ENDED)) {
                        continue;
                    }
                    Map<String, Object> event = JSON.std.mapFrom(line);
                    Map<?, ?> task = (Map<?, ?>) event.get("Task Info");
                    if (STARTED.equals(event.get("Event"))) {
                        copies += Boolean.TRUE.equals(task.get("Speculative")) ? 1 : 0;
                    } else if (ENDED.equals(event.get("Event"))) {
                        ended = true;
                        boolean succeeded =
                                !Boolean.TRUE.equals(task.get("Failed")) && !Boolean.TRUE.equals(task.get("Killed"));
                        longest = Math.max(longest, succeeded ? seconds(task) : 0);
                    }
                }
            }
            if (!ended) {
                throw new IllegalStateException("no task ended according to " + logs);
            }
            return new TaskEvents(copies, longest);
        }
    }

    private static double seconds(Map<?, ?> task) {
        return (((Number) task.get("Finish Time")).longValue() - ((Number) task.get("Launch Time")).longValue())
                / MILLIS;
    }
}
