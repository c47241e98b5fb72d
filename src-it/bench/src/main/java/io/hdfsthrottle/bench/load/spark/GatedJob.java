package io.hdfsthrottle.bench.load.spark;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.testkit.process.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A submitted Spark job that waits at a gate before its work.
 *
 * @param process the driver, which runs its tasks
 * @param ready the file that it creates when it waits
 * @param result the file that it creates at its end
 */
record GatedJob(Workload workload, JavaProcess process, Path ready, Path result) implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(15);

    void awaitReady() {
        process.awaitReady(START, () -> Files.exists(ready));
    }

    /** Waits for its end; returns its result. */
    Map<String, Object> awaitResult() throws IOException {
        process.awaitSuccess(END);
        return JSON.std.mapFrom(Files.readString(result));
    }

    @Override
    public void close() {
        process.close();
    }
}
