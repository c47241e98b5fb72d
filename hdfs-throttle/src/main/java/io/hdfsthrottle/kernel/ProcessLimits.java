package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limits of this process on open files and threads (proc(5), {@code limits}; cgroups(7), {@code pids.max}). A
 * thread that cannot be started is an error of which a host may not recover for long. Immutable.
 */
public final class ProcessLimits {

    private static final String FILES = "Max open files";
    private static final String PROCESSES = "Max processes";

    private final long files;
    private final long threads;

    private ProcessLimits(long files, long threads) {
        this.files = files;
        this.threads = threads;
    }

    /**
     * The current limits; 0 where the kernel does not report them.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     * @param cgroups where it shows cgroups, {@code /sys/fs/cgroup}
     */
    public static ProcessLimits read(Path proc, Path cgroups) {
        try {
            List<String> limits = Files.readAllLines(proc.resolve("self/limits"));
            long threads = limit(limits, PROCESSES);
            for (String line : Files.readAllLines(proc.resolve("self/cgroup"))) {
                threads = Math.min(threads, pids(line, cgroups));
            }
            return new ProcessLimits(limit(limits, FILES), threads);
        } catch (IOException | RuntimeException notTold) {
            return new ProcessLimits(0, 0);
        }
    }

    /** {@code Max open files 20000 20000 files}: the first number applies. */
    private static long limit(List<String> limits, String name) {
        return limits.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).trim().split(" +", 2)[0])
                .mapToLong(ProcessLimits::number)
                .findFirst()
                .orElse(0);
    }

    /** {@code 0::/a/b} of version 2 and {@code 8:pids:/a/b} of version 1; other controllers do not limit threads. */
    private static long pids(String line, Path cgroups) throws IOException {
        String[] parts = line.split(":", 3);
        Path root = parts[1].isEmpty() ? cgroups : cgroups.resolve(parts[1]);
        if (!parts[1].isEmpty() && !parts[1].equals("pids")) {
            return Long.MAX_VALUE;
        }
        long least = Long.MAX_VALUE;
        // A limit of any group above applies, too.
        for (Path group = Path.of(parts[2].substring(1)); group != null; group = group.getParent()) {
            Path file = root.resolve(group).resolve("pids.max");
            if (Files.isReadable(file)) {
                least = Math.min(least, number(Files.readString(file).trim()));
            }
        }
        return least;
    }

    private static long number(String value) {
        return value.equals("unlimited") || value.equals("max") ? Long.MAX_VALUE : Long.parseLong(value);
    }

    /** How many files it may have open. */
    public long files() {
        return files;
    }

    /** How many threads it may have. */
    public long threads() {
        return threads;
    }
}
