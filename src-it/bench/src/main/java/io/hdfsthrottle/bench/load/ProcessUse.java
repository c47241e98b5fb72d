package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * What a process and its threads use (proc(5)). Nobody keeps the context switches of a thread that has ended: those of
 * its last half second are missing, because they are noted twice a second while they are watched. Thread-safe.
 */
public final class ProcessUse {

    private static final double TICKS = 100; // a second, whatever the kernel's own
    private static final Pattern SWITCHES = Pattern.compile("(?m)^(\\w*voluntary)_ctxt_switches:\\s+(\\d+)$");

    private final Path process;
    private final Map<String, Long> totals = new HashMap<>();
    private Map<String, Long> noted = new HashMap<>();

    /** Of the process with that folder in /proc. */
    public ProcessUse(Path process) {
        this.process = process;
    }

    public Worker watch() {
        return Worker.start("process-use", running -> {
            while (running.getAsBoolean()) {
                note();
                TimeUnit.MILLISECONDS.sleep(500);
            }
        });
    }

    private synchronized void note() throws IOException {
        Map<String, Long> now = new HashMap<>();
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            threads.forEach(thread -> SWITCHES.matcher(status(thread)).results().forEach(line -> {
                long count = Long.parseLong(line.group(2));
                long before = noted.getOrDefault(thread + line.group(1), 0L);
                // If they are fewer, another thread has its number by now.
                totals.merge(line.group(1), count < before ? count : count - before, Long::sum);
                now.put(thread + line.group(1), count);
            }));
        }
        noted = now;
    }

    private static String status(Path thread) {
        try {
            return Files.readString(thread.resolve("status"));
        } catch (IOException ended) {
            return "";
        }
    }

    private synchronized double switches(String kind) {
        Uncheck.run(this::note);
        return totals.getOrDefault(kind, 0L);
    }

    /** Because a thread waits; so far, of all threads that were ever seen. */
    public double voluntarySwitches() {
        return switches("voluntary");
    }

    /** Because a thread has to give way to another. */
    public double involuntarySwitches() {
        return switches("nonvoluntary");
    }

    /** Processor seconds outside the kernel, of threads that have ended, too. */
    public double userSeconds() {
        return seconds(11);
    }

    /** The same in the kernel. */
    public double systemSeconds() {
        return seconds(12);
    }

    /** A field of its {@code stat}, behind its name, which may hold anything. */
    private double seconds(int field) {
        String stat = Uncheck.get(() -> Files.readString(process.resolve("stat")));
        return Double.parseDouble(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[field]) / TICKS;
    }
}
