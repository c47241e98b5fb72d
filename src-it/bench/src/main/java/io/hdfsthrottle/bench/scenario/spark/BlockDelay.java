package io.hdfsthrottle.bench.scenario.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The time that threads of some processes have waited for block I/O ({@code delayacct_blkio_ticks}, proc_pid_stat(5)).
 * Ended threads count with their last sample. If the kernel missed the start of a thread's wait, it charges the time
 * since boot at its end: an increase larger than the time since the last sample is ignored. For one thread.
 */
final class BlockDelay {

    private static final Path SWITCH = Path.of("/proc/sys/kernel/task_delayacct");

    /** A field of {@code stat} (proc_pid_stat(5)), counted behind the thread's name, which may contain anything. */
    private static final int BLOCK_TICKS = 42 - 3;

    /** A tick of {@code stat} is on Linux a hundredth of a second, regardless of the kernel's own clock. */
    private static final double TICK_MILLIS = 10;

    private final List<Long> processes;
    private final Map<Path, Long> ticks = new HashMap<>();
    private long waited;
    private long lookedNanos;

    /** For these processes, or for none where the kernel has no such accounting. */
    BlockDelay(List<Long> processes) {
        this.processes = isOn() ? List.copyOf(processes) : List.of();
    }

    static boolean isOn() {
        try {
            return Files.readString(SWITCH).trim().equals("1");
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Makes the kernel maintain it for new threads until the returned resource is closed, if it can. Needs root. */
    static AutoCloseable on() throws IOException {
        if (isOn() || !Files.isWritable(SWITCH)) {
            return () -> {};
        }
        Files.writeString(SWITCH, "1");
        return () -> Files.writeString(SWITCH, "0");
    }

    /** The sum since the first call, in milliseconds; NaN where the kernel has no such accounting. */
    double millis() {
        long now = System.nanoTime();
        long most = lookedNanos == 0 ? -1 : mostTicks(now - lookedNanos);
        lookedNanos = now;
        for (long process : processes) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process), "task"))) {
                threads.forEach(thread -> ticks(stat(thread)).ifPresent(all -> add(thread, all, most)));
            } catch (IOException | UncheckedIOException ended) {
                // The last figures of its threads stay.
            }
        }
        return processes.isEmpty() ? Double.NaN : waited * TICK_MILLIS;
    }

    private static String stat(Path thread) {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException ended) {
            return "";
        }
    }

    /** The longest possible wait of a thread in that time, rounding included. */
    static long mostTicks(long nanos) {
        return (long) (nanos / 1e6 / TICK_MILLIS) + 2;
    }

    private void add(Path thread, long all, long most) {
        Long before = ticks.put(thread, all);
        long more = before == null ? all : all - before;
        waited += more > 0 && more <= most ? more : 0;
    }

    /** A {@code stat} line's time of waiting for block I/O, in ticks; empty if it is no such line. */
    static OptionalLong ticks(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        return fields.length <= BLOCK_TICKS
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(fields[BLOCK_TICKS]));
    }
}
