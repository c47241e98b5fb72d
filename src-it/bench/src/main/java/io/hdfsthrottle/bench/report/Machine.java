package io.hdfsthrottle.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Describes the machine on which figures were measured: without that they are meaningless. */
public final class Machine {

    private static final Path LOAD = Path.of("/proc/loadavg");

    private Machine() {}

    /** The machine now, before anything starts. */
    public static Map<String, Object> described() throws IOException {
        return new Figures()
                .put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("commit", System.getProperty("bench.commit", "unknown"))
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("memoryMiB", memoryKibibytes() / 1024)
                .put("loadBefore", load())
                .put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
                .put("java", System.getProperty("java.vm.version"))
                .members();
    }

    /** The load average of the last minute: other processes in it distort figures. */
    public static double load() throws IOException {
        return Double.parseDouble(Files.readString(LOAD).split(" ", 2)[0]);
    }

    private static long memoryKibibytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(line -> line.startsWith("MemTotal:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElse(0);
    }
}
