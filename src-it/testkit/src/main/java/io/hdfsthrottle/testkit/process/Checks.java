package io.hdfsthrottle.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/** Checks this machine's requirements before anything is started, and reports each problem in one line. */
public final class Checks {

    private static final double GIB = 1L << 30;
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    private Checks() {}

    /** The problems of this machine; empty if there are none. */
    public static List<String> problems(Path folder, long diskBytes, long memoryBytes) {
        String memory = Uncheck.get(() -> Files.readString(Path.of("/proc/meminfo")));
        long free = folder.toAbsolutePath().toFile().getUsableSpace();
        return Stream.of(
                        problem("disk: " + folder, free, diskBytes),
                        problem("memory: this machine", available(memory), memoryBytes))
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<String> problem(String what, long free, long needed) {
        String told =
                what + String.format(Locale.ROOT, " has %.1f GiB free, %.1f GiB are needed", free / GIB, needed / GIB);
        return Optional.of(told).filter(any -> free < needed);
    }

    /** The available memory according to {@code /proc/meminfo}; if unknown, do not refuse. */
    static long available(String meminfo) {
        Matcher found = AVAILABLE.matcher(meminfo);
        return found.find() ? Long.parseLong(found.group(1)) << 10 : Long.MAX_VALUE;
    }
}
