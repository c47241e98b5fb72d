package io.hdfsthrottle.coordinator.feature.launch.local;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process of a {@link Watchdog}: started with the first cluster, and again if it is killed. */
final class KeeperProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private final Journal journal;
    private Process process;

    KeeperProcess(Journal journal) {
        this.journal = journal;
    }

    /** Starts the process unless it is alive. */
    synchronized void ensure() throws IOException {
        if (process == null || !process.isAlive()) {
            process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx32m",
                            "-Xss512k",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:-UsePerfData",
                            "-classpath",
                            System.getProperty("java.class.path"),
                            Watchdog.class.getName(),
                            journal.folder().toString()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        }
    }

    /** The process; null before the first cluster. */
    synchronized Process process() {
        return process;
    }

    @Override
    public synchronized void close() {
        if (process != null) {
            process.destroy();
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException enough) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
