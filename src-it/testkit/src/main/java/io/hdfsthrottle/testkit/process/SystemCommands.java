package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs operating system commands, and on closing the commands that undo them, newest first. Not thread-safe. */
public final class SystemCommands implements AutoCloseable {

    private static final int ATTEMPTS = 20;

    private final Deque<List<String>> undo = new ArrayDeque<>();

    /** No commands yet. */
    public SystemCommands() {}

    /**
     * Runs a command to its end; returns its output.
     *
     * @throws IllegalStateException if it fails, or if the calling thread is interrupted
     */
    public static String output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + printed);
            }
            return printed;
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Registers the command that undoes the last action. */
    public void undoneBy(String... command) {
        undo.push(List.of(command));
    }

    /** Runs a command and registers the one that undoes it. */
    public void run(List<String> command, List<String> undoing) {
        output(command.toArray(String[]::new));
        undo.push(List.copyOf(undoing));
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
    public void close() {
        while (!undo.isEmpty()) {
            String[] command = undo.pop().toArray(String[]::new);
            for (int attempt = 1; !isUndone(command, attempt == ATTEMPTS); attempt++) {
                pause();
            }
        }
    }

    private static boolean isUndone(String[] command, boolean last) {
        try {
            output(command);
            return true;
        } catch (IllegalStateException busy) {
            if (last) {
                System.err.println("could not clean up: " + busy.getMessage());
                unmountLater(command);
            }
            return last;
        }
    }

    /** A mount still in use disappears at once and is released with its last user. */
    private static void unmountLater(String[] command) {
        if (command[0].equals("umount")) {
            try {
                output("umount", "--lazy", command[1]);
            } catch (IllegalStateException refused) {
                System.err.println("lazy unmount failed, too: " + refused.getMessage());
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(250);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
