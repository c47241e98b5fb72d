package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands of the system, and how to undo what they did, newest first. Not for several threads at a time. */
final class Steps implements AutoCloseable {

    private static final int ATTEMPTS = 20;

    private final List<List<String>> undo = new ArrayList<>();

    /** Runs a command to its end; returns what it said. */
    static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    /** What undoes the step that was just made. */
    void undoneBy(String... command) {
        undo.add(0, List.of(command));
    }

    @Override
    public void close() {
        for (List<String> command : undo) {
            try {
                runPatiently(command);
            } catch (IOException stays) {
                System.err.println("could not clean up: " + stays.getMessage());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        undo.clear();
    }

    /** A mount that somebody still uses is out of everybody's sight at once, and goes with its last user. */
    private static void leaveToTheKernel(List<String> command, IOException busy)
            throws IOException, InterruptedException {
        if (!command.get(0).equals("umount")) {
            throw busy;
        }
        System.err.println(busy.getMessage() + "; unmounted as soon as nobody uses it any more");
        run("umount", "--lazy", command.get(1));
    }

    /** A process that was just told to end may still have a file open. */
    private static void runPatiently(List<String> command) throws IOException, InterruptedException {
        for (int attempt = 1; true; attempt++) {
            try {
                run(command.toArray(String[]::new));
                return;
            } catch (IOException busy) {
                if (attempt == ATTEMPTS) {
                    leaveToTheKernel(command, busy);
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(500);
            }
        }
    }
}
