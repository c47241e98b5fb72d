package io.hdfsthrottle.bench.load.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The time that threads of some processes have waited for block I/O: {@code delayacct_blkio_ticks} of
 * {@code /proc/PID/task/TID/stat}, which the kernel maintains where {@code kernel.task_delayacct} is 1 (kernel:
 * Documentation/accounting/delay-accounting.rst). Ended threads count with their last sample. If the kernel missed the
 * start of a thread's wait, it charges the time since boot at its end: an increase larger than the time since the last
 * sample is ignored.
 */
public final class BlockDelay {

    private static final Path SWITCH = Path.of("/proc/sys/kernel/task_delayacct");

    /**
     * Fields of {@code stat} behind the name of the thread, which is in brackets and may contain anything
     * (proc_pid_stat(5)).
     */
    private static final int STARTED = 22 - 3;

    private static final int BLOCK_TICKS = 42 - 3;

    /** A tick of {@code stat} is on Linux a hundredth of a second, regardless of the kernel's own clock. */
    private static final double TICK_MILLIS = 10;

    private final List<Long> processes;
    private final Map<String, Long> ticks = new HashMap<>();
    private long waited;
    private long lookedNanos;

    private BlockDelay(List<Long> processes) {
        this.processes = List.copyOf(processes);
    }

    /** For these processes, or for none where the kernel has no such accounting. */
    static BlockDelay of(List<Long> processes) {
        return new BlockDelay(isOn() ? processes : List.of());
    }

    /** Whether the kernel maintains it. */
    public static boolean isOn() {
        try {
            return Files.readString(SWITCH).trim().equals("1");
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Makes the kernel maintain it, if it can, until the returned resource is closed; without threads that were there
     * before. Needs root.
     */
    public static AutoCloseable on() {
        if (isOn() || !Files.isWritable(SWITCH)) {
            return () -> {};
        }
        try {
            Files.writeString(SWITCH, "1");
            return () -> Files.writeString(SWITCH, "0");
        } catch (IOException refused) {
            return () -> {};
        }
    }

    /** The sum since the first call, in milliseconds; NaN where the kernel has no such accounting. For one thread. */
    double millis() {
        if (processes.isEmpty()) {
            return Double.NaN;
        }
        long now = System.nanoTime();
        boolean first = lookedNanos == 0;
        long most = first ? -1 : mostTicks(now - lookedNanos);
        lookedNanos = now;
        processes.forEach(process -> sample(process, most));
        return waited * TICK_MILLIS;
    }

    /** The longest possible wait of a thread in that time, rounding included. */
    static long mostTicks(long nanos) {
        return (long) (nanos / 1e6 / TICK_MILLIS) + 2;
    }

    private void sample(long process, long most) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process), "task"))) {
            threads.forEach(thread -> sample(thread, most));
        } catch (IOException | UncheckedIOException ended) {
            // The last figures of its threads stay.
        }
    }

    private void sample(Path thread, long most) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            ticks(stat).ifPresent(now -> {
                long more = now - Objects.requireNonNullElse(ticks.put(thread + " " + field(stat, STARTED), now), 0L);
                waited += more <= most ? more : 0;
            });
        } catch (IOException ended) {
            // Its last figure stays.
        }
    }

    /** A {@code stat} line's time of waiting for block I/O, in ticks; empty if it is no such line. */
    static OptionalLong ticks(String stat) {
        String told = field(stat, BLOCK_TICKS);
        return told.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(told));
    }

    private static String field(String stat, int number) {
        int name = stat.lastIndexOf(')');
        String[] fields =
                name < 0 ? new String[0] : stat.substring(name + 1).trim().split(" ", -1);
        return number < fields.length ? fields[number] : "";
    }
}
