package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes that {@code --keep} left running, in a file: process id and start time, since ids are reused.
 *
 * @param file the list
 */
record KeptProcesses(Path file) {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    void write(List<JavaProcess> processes) throws IOException {
        Files.write(
                file,
                processes.stream()
                        .map(process -> ProcessHandle.of(process.pid()))
                        .flatMap(Optional::stream)
                        .map(handle -> handle.pid() + " " + startMillis(handle))
                        .toList());
    }

    List<ProcessHandle> alive() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .map(KeptProcesses::find)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<ProcessHandle> find(String line) {
        String[] fields = line.split(" ", 2);
        return ProcessHandle.of(Long.parseLong(fields[0]))
                .filter(handle -> startMillis(handle) == Long.parseLong(fields[1]));
    }

    private static long startMillis(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Ends them all and clears the list; returns how many there were. */
    int stop() throws Exception {
        List<ProcessHandle> alive = alive();
        alive.forEach(ProcessHandle::destroy);
        for (ProcessHandle handle : alive) {
            try {
                handle.onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                handle.destroyForcibly();
            }
        }
        Files.deleteIfExists(file);
        return alive.size();
    }
}
