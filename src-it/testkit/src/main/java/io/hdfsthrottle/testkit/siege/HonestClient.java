package io.hdfsthrottle.testkit.siege;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Sends a request at fixed instants. A late request is sent as soon as the previous one is answered, and its time
 * counts from when it was due, so that waiting is not omitted.
 */
final class HonestClient implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final long begun = System.nanoTime();
    private final long every;
    private final LongConsumer nanos;
    private final Ask ask;
    private int number;

    /** Requests that were not answered successfully. */
    final List<String> failures = new CopyOnWriteArrayList<>();

    /** Sends the request of a number, counted from 0. */
    @FunctionalInterface
    interface Ask {
        void send(int number) throws IOException, InterruptedException;
    }

    /** Starts sending; reports each request's time, in nanoseconds. */
    HonestClient(Ask ask, long everyMillis, LongConsumer nanos) {
        this.ask = ask;
        this.every = TimeUnit.MILLISECONDS.toNanos(everyMillis);
        this.nanos = nanos;
        var unused = thread.scheduleAtFixedRate(this::send, 0, every, TimeUnit.NANOSECONDS);
    }

    private void send() {
        long due = begun + number * every;
        try {
            ask.send(number++);
        } catch (IOException | RuntimeException trouble) {
            failures.add(trouble.toString());
        } catch (InterruptedException stop) {
            return;
        }
        nanos.accept(System.nanoTime() - due);
    }

    /** Ends after the request under way. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(30, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
