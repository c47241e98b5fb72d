package io.hdfsthrottle.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Records from now on, ten times a second, how many bytes have arrived so far: one JSON line
 * {@code {"atMillis":<wall clock>,"bytes":<so far>}}. Totals, not differences: a late sample then loses nothing.
 */
final class Timeline implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Writer file;
    private final LongSupplier bytesSoFar;

    Timeline(Path file, LongSupplier bytesSoFar) throws IOException {
        this.file = Files.newBufferedWriter(file);
        this.bytesSoFar = bytesSoFar;
        ScheduledFuture<?> unused = clock.scheduleAtFixedRate(this::sample, 0, 100, TimeUnit.MILLISECONDS);
    }

    private synchronized void sample() {
        try {
            file.write("{\"atMillis\":" + System.currentTimeMillis() + ",\"bytes\":" + bytesSoFar.getAsLong() + "}\n");
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        clock.shutdown();
        sample();
        file.close();
    }
}
