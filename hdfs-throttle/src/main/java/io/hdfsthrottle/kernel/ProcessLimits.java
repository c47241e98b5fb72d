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
     * @param cgroups where it shows cgroups if it does not say, {@code /sys/fs/cgroup}
     */
    public static ProcessLimits read(Path proc, Path cgroups) {
        try {
            List<String> limits = Files.readAllLines(proc.resolve("self/limits"));
            long threads = CgroupLimit.least(proc, cgroups, "pids", "pids.max");
            return new ProcessLimits(limit(limits, FILES), Math.min(threads, limit(limits, PROCESSES)));
        } catch (IOException | RuntimeException notTold) {
            return new ProcessLimits(0, 0);
        }
    }

    /** {@code Max open files 20000 20000 files}: the first number applies. */
    private static long limit(List<String> limits, String name) {
        return limits.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).trim().split(" +", 2)[0])
                .mapToLong(CgroupLimit::number)
                .findFirst()
                .orElse(0);
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
