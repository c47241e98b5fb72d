package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The result of a program that was run to its end.
 *
 * @param exit its exit code
 * @param said the end of its output
 */
record ProgramResult(int exit, String said) {
    /**
     * Runs a program; one that takes longer is killed.
     *
     * @throws IOException if it cannot be started, does not end in time, or the thread is interrupted
     */
    static ProgramResult run(Program program, String mark, Duration longest) throws IOException {
        Process process = MarkedProcesses.builder(program, mark).start();
        Tail tail = new Tail();
        Thread reader = new Thread(() -> tail.follow(process.getInputStream()), "hdfs-throttle-errand");
        reader.setDaemon(true);
        reader.start();
        try {
            if (process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                reader.join(longest.toMillis());
                return new ProgramResult(process.exitValue(), tail.text());
            }
            throw new IOException("it takes longer than " + longest.toMillis() + " ms");
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", enough);
        } finally {
            process.destroyForcibly();
        }
    }
}
