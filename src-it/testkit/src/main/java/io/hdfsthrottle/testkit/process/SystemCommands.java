package io.hdfsthrottle.testkit.process;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.awaitility.core.ConditionTimeoutException;

/** Runs operating system commands, and on closing the commands that undo them, newest first. Thread-safe. */
public final class SystemCommands implements AutoCloseable {

    private final Deque<List<String>> undo = new ArrayDeque<>();

    /** Runs a command to its end; returns its output, or an IllegalStateException if it fails. */
    public static String output(String... command) {
        Process process = Uncheck.get(
                () -> new ProcessBuilder(command).redirectErrorStream(true).start());
        String printed = Uncheck.get(() -> IOUtils.toString(process.getInputStream(), StandardCharsets.UTF_8));
        if (process.onExit().join().exitValue() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + printed.trim());
        }
        return printed.trim();
    }

    /** Runs a command that may fail, because what it ends may be gone; returns whether it succeeded. */
    public static boolean attempt(String... command) {
        try {
            output(command);
            return true;
        } catch (IllegalStateException refused) {
            System.err.println(refused.getMessage());
            return false;
        }
    }

    /** Registers the command that undoes the last action. */
    public synchronized void undoneBy(String... command) {
        undo.push(List.of(command));
    }

    /** Runs a command and registers the one that undoes it. */
    public synchronized void run(List<String> command, List<String> undoing) {
        output(command.toArray(String[]::new));
        undo.push(undoing);
    }

    /** Mounts, with these options before the two paths. */
    public void mount(String source, String target, String... options) {
        List<String> command = new ArrayList<>(List.of("mount"));
        command.addAll(List.of(options));
        command.addAll(List.of(source, target));
        run(command, List.of("umount", target));
    }

    /** Undoes everything; a process that was just told to end may still hold a file open, so it retries for 5 s. */
    @Override
    public synchronized void close() {
        while (!undo.isEmpty()) {
            String[] command = undo.pop().toArray(String[]::new);
            try {
                await().pollInSameThread()
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(250))
                        .atMost(Duration.ofSeconds(5))
                        .ignoreExceptions()
                        .until(() -> output(command), told -> true);
            } catch (ConditionTimeoutException busy) {
                System.err.println("could not clean up: " + busy.getCause());
                if (command[0].equals("umount")) {
                    // A mount still in use disappears at once and is released with its last user.
                    attempt("umount", "--lazy", command[1]);
                }
            }
        }
    }
}
