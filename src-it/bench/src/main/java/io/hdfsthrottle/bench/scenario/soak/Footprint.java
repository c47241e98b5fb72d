package io.hdfsthrottle.bench.scenario.soak;

import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process has in use.
 *
 * @param seconds since it was started
 * @param heapMiB of objects that are reachable
 * @param files in its folders, without the blocks of HDFS
 */
record Footprint(double seconds, double heapMiB, double threads, double descriptors, double files) {

    static Footprint of(JavaProcess process, Path folder) throws IOException {
        String pid = Long.toString(process.pid());
        String[] histogram = SystemCommands.output(
                        System.getProperty("java.home") + "/bin/jcmd",
                        pid,
                        "GC.class_histogram") // collects garbage first
                .strip()
                .split("\\s+", -1);
        return new Footprint(
                Double.parseDouble(SystemCommands.output("ps", "-o", "etimes=", "-p", pid)),
                Double.parseDouble(histogram[histogram.length - 1]) / (1 << 20),
                entries(Path.of("/proc", pid, "task")),
                entries(Path.of("/proc", pid, "fd")),
                files(folder));
    }

    private static double entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    /** Files come and go meanwhile, which find passes over. */
    private static double files(Path folder) {
        String count = "find %s -type f -not -name 'blk_*' 2>/dev/null | wc -l".formatted(folder);
        return Double.parseDouble(SystemCommands.output("sh", "-c", count));
    }
}
