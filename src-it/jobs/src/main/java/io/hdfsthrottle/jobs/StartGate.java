package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Lets several applications begin and end together: each says that it is ready, then waits for a file that holds the
 * wall-clock milliseconds at which to start and to stop.
 */
final class StartGate {

    private static final long POLL_MILLIS = 20;

    private final long startMillis;
    private final long stopMillis;

    private StartGate(long startMillis, long stopMillis) {
        this.startMillis = startMillis;
        this.stopMillis = stopMillis;
    }

    /** Creates the {@code ready} file, waits for the {@code gate} file, then for the instant it names. */
    static StartGate pass(String ready, String gate) throws IOException, InterruptedException {
        Files.createFile(Paths.get(ready));
        Path file = Paths.get(gate);
        while (!Files.exists(file)) {
            Thread.sleep(POLL_MILLIS);
        }
        String[] times = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .trim()
                .split(" ", 2);
        StartGate opened = new StartGate(Long.parseLong(times[0]), Long.parseLong(times[1]));
        Thread.sleep(Math.max(0, opened.startMillis - System.currentTimeMillis()));
        return opened;
    }

    long stopMillis() {
        return stopMillis;
    }
}
