package io.hdfsthrottle.executor;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.localio.ProcessIo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Other processes of the machine as {@code /proc} shows them (proc(5)). Thread-safe; empty where the kernel does not
 * report them.
 */
public final class Processes {

    /** The prefix of name plates; other threads' names need not be kept. */
    private static final String PLATE = "ht-";

    /** The most threads of a process that are read; a process with more may be refused. */
    private static final int MOST_THREADS = 2_000;

    private final ControlFiles files;
    private final Path proc;

    /** Processes as the kernel shows them in that folder, {@code /proc}. */
    public Processes(ControlFiles files, Path proc) {
        this.files = files;
        this.proc = proc;
    }

    /** When that process started, in clock ticks since boot. */
    OptionalLong startTicks(long pid) {
        Optional<String> stat = files.read(proc.resolve(pid + "/stat"));
        return stat.isEmpty() ? OptionalLong.empty() : ProcessIo.startTicks(stat.get());
    }

    /** The facts of that process. Its threads are read on demand, which takes some milliseconds. */
    Optional<ProcessFacts> find(long pid) {
        OptionalLong start = startTicks(pid);
        Optional<String> user = start.isEmpty() ? Optional.empty() : user(pid);
        if (user.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ProcessFacts(start.getAsLong(), user.get(), () -> plates(pid)));
    }

    private Set<String> plates(long pid) {
        return files.foldersIn(proc.resolve(pid + "/task")).stream()
                .limit(MOST_THREADS)
                .map(thread -> files.read(thread.resolve("comm")).orElse(""))
                .filter(name -> name.startsWith(PLATE))
                .collect(Collectors.toSet());
    }

    /** The owner of the process. */
    Optional<String> user(long pid) {
        try {
            return Optional.of(Files.getOwner(proc.resolve(Long.toString(pid))).getName());
        } catch (IOException | RuntimeException notTold) {
            return Optional.empty();
        }
    }

    /** The kernel's I/O counters of it; empty where this process may not read them. */
    Optional<ProcessIo> io(long pid) {
        return files.read(proc.resolve(pid + "/io")).flatMap(ProcessIo::parse);
    }

    /**
     * Whether a thread of it waits for a disk now: state D (proc(5)), in which the kernel also holds a thread that has
     * written more to memory than disks keep up with. Reads a file for each thread.
     */
    boolean waitsForDisk(long pid) {
        return files.foldersIn(proc.resolve(pid + "/task")).stream()
                .limit(MOST_THREADS)
                .anyMatch(thread -> files.read(thread.resolve("stat"))
                        .filter(Processes::isWaiting)
                        .isPresent());
    }

    /** The name before the state may hold anything, also brackets. */
    private static boolean isWaiting(String stat) {
        return stat.startsWith(") D ", Math.max(0, stat.lastIndexOf(')')));
    }

    /** Its control groups, the text of {@code /proc/<pid>/cgroup}. */
    Optional<String> groups(long pid) {
        return files.read(proc.resolve(pid + "/cgroup"));
    }
}
