package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * What a process and its threads use (proc(5)). Nobody keeps the context switches of a thread that has ended: while they
 * are watched they are noted twice a second, so those of its last half second are missing. Thread-safe.
 */
public final class ProcessUse {

    private static final double TICKS = 100; // a second, whatever the kernel's own
    private static final Pattern SWITCHES = Pattern.compile("\nvoluntary_\\w+:\\s+(\\d+)\nnonvoluntary_\\w+:\\s+(\\d+)");

    private final Path process;
    private Map<String, Switches> noted = new HashMap<>();
    private Switches total = new Switches(0, 0);

    /** Context switches because a thread waits, and because it has to give way. */
    record Switches(long voluntary, long involuntary) {

        /** After these of a thread; all of them if they are fewer, because another thread has its number by now. */
        Switches after(Switches before) {
            boolean other = voluntary < before.voluntary || involuntary < before.involuntary;
            return other ? this : new Switches(voluntary - before.voluntary, involuntary - before.involuntary);
        }

        Switches and(Switches more) {
            return new Switches(voluntary + more.voluntary, involuntary + more.involuntary);
        }
    }

    /** Of the process with that folder in /proc. */
    public ProcessUse(Path process) {
        this.process = process;
    }

    public Worker watch() {
        return Worker.start("process-use", running -> {
            while (running.getAsBoolean()) {
                switches();
                TimeUnit.MILLISECONDS.sleep(500);
            }
        });
    }

    /** Those so far of all threads that were ever seen. */
    synchronized Switches switches() throws IOException {
        Map<String, Switches> now = new HashMap<>();
        try (Stream<Path> threads = Files.list(process.resolve("task"))) {
            for (Path thread : threads.toList()) {
                try {
                    Matcher status = SWITCHES.matcher(Files.readString(thread.resolve("status")));
                    if (status.find()) {
                        Switches own = new Switches(Long.parseLong(status.group(1)), Long.parseLong(status.group(2)));
                        now.put(thread.toString(), own);
                        total = total.and(own.after(noted.getOrDefault(thread.toString(), new Switches(0, 0))));
                    }
                } catch (IOException ended) {
                    // since the list was made
                }
            }
        }
        noted = now;
        return total;
    }

    public double voluntarySwitches() {
        return Uncheck.get(this::switches).voluntary;
    }

    public double involuntarySwitches() {
        return Uncheck.get(this::switches).involuntary;
    }

    /** Processor seconds outside the kernel, of threads that have ended, too. */
    public double userSeconds() {
        return ticks(11) / TICKS;
    }

    /** The same in the kernel. */
    public double systemSeconds() {
        return ticks(12) / TICKS;
    }

    /** A field of its {@code stat}, behind its name, which may hold anything. */
    private double ticks(int field) {
        String stat = Uncheck.get(() -> Files.readString(process.resolve("stat")));
        return Double.parseDouble(
                List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)).get(field));
    }
}
