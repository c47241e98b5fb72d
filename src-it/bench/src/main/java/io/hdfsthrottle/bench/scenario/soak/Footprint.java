package io.hdfsthrottle.bench.scenario.soak;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a process has in use. Threads and descriptors come and go with connections: the least of some samples counts.
 *
 * @param seconds since it was started
 * @param heapMiB of objects that are reachable
 * @param kinds of the descriptors of one sample
 * @param files in its folder, without the blocks of HDFS
 */
record Footprint(
        double seconds, double heapMiB, double threads, double descriptors, Map<String, Long> kinds, double files) {

    private static final int SAMPLES = 10;
    private static final Duration STEP = Duration.ofMillis(200);

    static Footprint of(JavaProcess process, Path folder) throws IOException {
        String pid = Long.toString(process.pid());
        // Collects garbage first, with any collector.
        String histogram =
                SystemCommands.output(System.getProperty("java.home") + "/bin/jcmd", pid, "GC.class_histogram");
        double heap = Double.parseDouble(histogram.replaceFirst("(?s).*\\s", ""));
        double threads = Double.POSITIVE_INFINITY;
        double descriptors = Double.POSITIVE_INFINITY;
        for (int i = 0; i < SAMPLES; i++) {
            Rates.over(STEP, List.of());
            threads = Math.min(threads, entries(Path.of("/proc", pid, "task")));
            descriptors = Math.min(descriptors, entries(Path.of("/proc", pid, "fd")));
        }
        return new Footprint(seconds(process), heap / (1 << 20), threads, descriptors, kinds(pid), files(folder));
    }

    /** Since it was started. */
    static double seconds(JavaProcess process) {
        return Double.parseDouble(SystemCommands.output("ps", "-o", "etimes=", "-p", "" + process.pid()));
    }

    private static double entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    private static Map<String, Long> kinds(String pid) {
        // Those that are closed meanwhile have no kind any more, which find passes over.
        String links =
                SystemCommands.output("sh", "-c", "find /proc/%s/fd -printf '%%l\\n' 2>/dev/null; true".formatted(pid));
        return links.lines()
                .map(link -> link.startsWith("/") ? "file" : link.replaceFirst(":?\\[?[0-9]+]?$", ""))
                .collect(groupingBy(kind -> kind, TreeMap::new, counting()));
    }

    /** Files come and go meanwhile, which find passes over. */
    private static double files(Path folder) {
        String count = "find %s -type f -not -name 'blk_*' 2>/dev/null | wc -l".formatted(folder);
        return Double.parseDouble(SystemCommands.output("sh", "-c", count));
    }
}
