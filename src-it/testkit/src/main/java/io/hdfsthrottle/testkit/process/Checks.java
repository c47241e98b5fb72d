package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks this machine's requirements before anything is started, and reports each problem in one line. */
public final class Checks {

    private static final double GIB = 1L << 30;

    private Checks() {}

    /** The problems of this machine; empty if there are none. */
    public static List<String> problems(Path folder, long diskBytes, long memoryBytes) {
        return Stream.of(disk(folder, usable(folder), diskBytes), memory(available(), memoryBytes), loopback())
                .flatMap(Optional::stream)
                .toList();
    }

    static Optional<String> disk(Path folder, long free, long needed) {
        return free >= needed
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "disk: %s has %.1f GiB free, %.1f GiB are needed",
                        folder,
                        free / GIB,
                        needed / GIB));
    }

    static Optional<String> memory(Optional<Long> available, long needed) {
        return available
                .filter(bytes -> bytes < needed)
                .map(bytes -> String.format(
                        Locale.ROOT, "memory: %.1f GiB available, %.1f GiB are needed", bytes / GIB, needed / GIB));
    }

    /** The available memory according to {@code /proc/meminfo}; empty where it does not state it. */
    static Optional<Long> available(Stream<String> meminfo) {
        return meminfo.filter(line -> line.startsWith("MemAvailable:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst();
    }

    private static Optional<Long> available() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return available(lines);
        } catch (IOException e) {
            return Optional.empty(); // If unknown, do not refuse.
        }
    }

    private static long usable(Path folder) {
        try {
            return Files.getFileStore(folder).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }

    private static Optional<String> loopback() {
        try (ServerSocket socket = new ServerSocket(0, 1, Ports.loopback())) {
            return socket.getLocalPort() > 0 ? Optional.empty() : Optional.of("ports: none is free");
        } catch (IOException e) {
            return Optional.of("ports: nothing can listen on 127.0.0.1: " + e.getMessage());
        }
    }
}
