package io.hdfsthrottle.testkit.process;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.function.Uncheck;
import org.awaitility.core.ConditionTimeoutException;

/** A running Java process with its log file; it ends with {@link #close()} or with the process that started it. */
public final class JavaProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** For a process that leaves its classes to others, which takes seconds of a processor at its end. */
    private static final Duration PATIENCE_WITH_MAKERS = Duration.ofSeconds(60);

    private static final int LINES_TOLD = 12;

    /** The code that a shell reports for a process ended by SIGTERM; a JVM exits with it after its shutdown hooks. */
    private static final int TERMINATED = 143;

    /** A user's own Hadoop or Spark settings, which must not affect ours. */
    private static final Pattern OTHERS = Pattern.compile("(HADOOP|HDFS|SPARK)_.*|JAVA_TOOL_OPTIONS|CLASSPATH");

    private final String name;
    private final Process process;
    private final Path log;
    private final Optional<ClassArchive> archive;

    JavaProcess(JavaCommand command, List<String> line, Optional<ClassArchive> archive, Path log) {
        this.name = command.name();
        this.log = log;
        this.archive = archive;
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(log.getParent().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(OTHERS.asMatchPredicate());
        builder.environment().putAll(command.environment());
        this.process = Uncheck.get(builder::start);
    }

    public String name() {
        return name;
    }

    public Path log() {
        return log;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Whether it has loaded a native library of that file name; checked in Linux's list of mapped files. */
    public boolean hasLoaded(String library) {
        return Uncheck.get(() -> Files.readString(Path.of("/proc/" + pid() + "/maps")))
                .contains("/" + library + "\n");
    }

    /** Waits until the probe says yes; fails with the end of the log when the process dies or on timeout. */
    public void awaitReady(Duration limit, Callable<Boolean> probe) {
        try {
            await().pollInSameThread()
                    .atMost(limit)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> isReady(probe));
        } catch (ConditionTimeoutException late) {
            throw failed("was not ready after " + limit.toSeconds() + " s");
        }
    }

    private boolean isReady(Callable<Boolean> probe) throws Exception {
        boolean alive = process.isAlive();
        try {
            if (probe.call()) {
                return true;
            }
        } catch (IOException expected) {
            // It does not listen yet.
        }
        if (!alive) {
            throw failed("ended with exit code " + process.exitValue());
        }
        return false;
    }

    /** Waits for a process that ends by itself; any exit code but 0 is an error reported with its log. */
    public void awaitSuccess(Duration limit) {
        if (!hasEnded(limit)) {
            throw failed("still ran after " + limit.toSeconds() + " s");
        }
        if (process.exitValue() != 0) {
            throw failed("ended with exit code " + process.exitValue());
        }
    }

    private IllegalStateException failed(String how) {
        List<String> lines = lines();
        List<String> last = lines.subList(Math.max(0, lines.size() - LINES_TOLD), lines.size());
        return new IllegalStateException(
                name + " " + how + "; the end of " + log + ":\n  " + String.join("\n  ", last));
    }

    private List<String> lines() {
        return Uncheck.get(() -> FileUtils.readLines(log.toFile(), StandardCharsets.UTF_8));
    }

    /** The last line of its log with that prefix; jobs end with one that holds their result. */
    public Optional<String> lastLine(String start) {
        return lines().stream().filter(line -> line.startsWith(start)).reduce((earlier, later) -> later);
    }

    void terminate() {
        process.destroy();
    }

    /** Asks it to end as a service manager does; whether it ended in good order and in time. */
    public boolean stop() {
        process.destroy();
        return hasEnded(patience()) && process.exitValue() == TERMINATED;
    }

    private Duration patience() {
        return archive.filter(ClassArchive::isMaker).isPresent() ? PATIENCE_WITH_MAKERS : PATIENCE;
    }

    private boolean hasEnded(Duration limit) {
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (ended) {
                archive.ifPresent(each -> each.ended(process.exitValue()));
            }
            return ended;
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
        if (!hasEnded(patience())) {
            kill();
        }
        tree.forEach(ProcessHandle::destroyForcibly);
    }

    /** Kills it, as in a crash, without a chance to clean up. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        hasEnded(PATIENCE);
    }

    /** Suspends it, as a debugger or a hypervisor does, until {@link #thaw()}; its connections stay open. */
    public void freeze() {
        SystemCommands.output("kill", "-STOP", Long.toString(pid()));
    }

    public void thaw() {
        if (isAlive()) {
            SystemCommands.output("kill", "-CONT", Long.toString(pid()));
        }
    }
}
