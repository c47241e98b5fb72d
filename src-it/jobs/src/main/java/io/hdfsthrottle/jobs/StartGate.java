package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Barrier at which the tasks of several applications start and stop together: an application is ready when all its
 * tasks are, and then a file appears that holds the wall-clock milliseconds at which to start and to stop. For tasks of
 * one JVM.
 */
public final class StartGate {

    private static final long POLL_MILLIS = 20;
    private static final AtomicInteger ARRIVED = new AtomicInteger();

    private StartGate() {}

    /**
     * Waits for all tasks; the last task to arrive creates the {@code ready} file.
     *
     * @return when to stop, in wall-clock milliseconds
     */
    static long pass(int tasks, String ready, String gate) throws IOException, InterruptedException {
        if (ARRIVED.incrementAndGet() == tasks) {
            Files.createFile(Paths.get(ready));
        }
        awaitFile(Paths.get(gate));
        String[] times = Files.readString(Paths.get(gate)).trim().split(" ", 2);
        Thread.sleep(Math.max(0, Long.parseLong(times[0]) - System.currentTimeMillis()));
        return Long.parseLong(times[1]);
    }

    /**
     * The same for a driver: creates the file of the argument {@code ready}, and returns when that of {@code gate}
     * exists; at once without one.
     */
    public static void pass(Arguments arguments) throws IOException, InterruptedException {
        if (arguments.has("gate")) {
            Files.createFile(arguments.file("ready"));
            awaitFile(arguments.file("gate"));
        }
    }

    /** Returns when there is that file. */
    static void awaitFile(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(POLL_MILLIS);
        }
    }
}
