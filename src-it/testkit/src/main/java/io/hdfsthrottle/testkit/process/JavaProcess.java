package io.hdfsthrottle.testkit.process;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** A running Java process with its log file; it ends with {@link #close()} or with the process that started it. */
public final class JavaProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LINES_TOLD = 12;

    /** The code that a shell reports for a process ended by SIGTERM; a JVM exits with it after its shutdown hooks. */
    private static final int TERMINATED = 143;

    private final String name;
    private final Process process;
    private final Path log;

    private JavaProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /** Starts the command by this command line. */
    static JavaProcess start(JavaCommand command, List<String> line, Path log) {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(log.getParent().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(JavaProcess::belongsToAnotherInstallation);
        builder.environment().putAll(command.environment());
        try {
            return new JavaProcess(command.name(), builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.name(), e);
        }
    }

    /** A user's own Hadoop or Spark settings must not affect ours. */
    private static boolean belongsToAnotherInstallation(String variable) {
        return variable.startsWith("HADOOP_")
                || variable.startsWith("HDFS_")
                || variable.startsWith("SPARK_")
                || variable.equals("JAVA_TOOL_OPTIONS")
                || variable.equals("CLASSPATH");
    }

    /** Its name in messages. */
    public String name() {
        return name;
    }

    /** The file with all its output. */
    public Path log() {
        return log;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it has loaded a native library of that file name; checked in Linux's list of mapped files. */
    public boolean hasLoaded(String library) {
        try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid()), "maps"))) {
            return maps.anyMatch(line -> line.endsWith("/" + library));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until the probe succeeds; fails with the end of the log when the process dies or on timeout. */
    public void awaitReady(Duration limit, Probe probe) {
        try {
            await().pollInSameThread()
                    .atMost(limit)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .until(() -> {
                        // An exception is expected while it does not listen yet.
                        boolean ready = answersYes(probe);
                        if (!ready && !process.isAlive()) {
                            throw new IllegalStateException(
                                    name + " ended with exit code " + process.exitValue() + logTail());
                        }
                        return ready;
                    });
        } catch (ConditionTimeoutException late) {
            throw new IllegalStateException(
                    name + " was not ready after " + limit.toSeconds() + " s" + logTail(), late);
        }
    }

    private static boolean answersYes(Probe probe) {
        try {
            return probe.ready();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Waits for a process that ends by itself; any exit code but 0 is an error reported with its log. */
    public void awaitSuccess(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(name + " still ran after " + limit.toSeconds() + " s" + logTail());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(name + " ended with exit code " + process.exitValue() + logTail());
        }
    }

    /** The last line of its log with that prefix; jobs end with one that holds their result. */
    public Optional<String> lastLine(String start) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(start)).reduce((earlier, later) -> later);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks it to end; does not wait. */
    void terminate() {
        process.destroy();
    }

    /**
     * Asks it to end as a service manager does, and waits.
     *
     * @return whether it ended in good order and in time
     */
    public boolean stop() {
        process.destroy();
        return hasEnded() && process.exitValue() == TERMINATED;
    }

    /** Whether it ends in time. */
    private boolean hasEnded() {
        try {
            return process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends it and all processes that it started; by force if it does not comply. */
    @Override
    public void close() {
        List<ProcessHandle> tree = process.descendants().toList();
        process.destroy();
        if (!hasEnded()) {
            process.destroyForcibly();
        }
        tree.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills it, as in a crash, without a chance to clean up. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    /** Suspends it, as a debugger or a hypervisor does, until {@link #thaw()}; its connections stay open. */
    public void freeze() {
        signal("STOP");
    }

    /** Resumes it; does nothing if it has ended. */
    public void thaw() {
        if (isAlive()) {
            signal("CONT");
        }
    }

    private void signal(String signal) {
        var unused = SystemCommands.output("kill", "-" + signal, Long.toString(pid()));
    }

    private String logTail() {
        try {
            List<String> lines =
                    Files.readString(log, StandardCharsets.UTF_8).lines().toList();
            List<String> last = lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size());
            return "; the end of " + log + ":\n  " + String.join("\n  ", last);
        } catch (IOException e) {
            return "; its log cannot be read: " + e;
        }
    }
}
