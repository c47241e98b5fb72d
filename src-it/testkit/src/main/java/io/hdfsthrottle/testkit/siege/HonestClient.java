package io.hdfsthrottle.testkit.siege;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * Sends a request at fixed instants. A late request is sent as soon as the previous one is answered, and its time
 * counts from when it was due, so that waiting is not omitted.
 */
final class HonestClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient client;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicReference<String> failure = new AtomicReference<>("");
    private final Thread thread;
    private volatile boolean running = true;

    /**
     * A request.
     *
     * @param body null for none
     */
    record Ask(String method, String path, Credential credential, String body) {}

    /** Starts sending; reports each request's time, in nanoseconds. */
    HonestClient(Wire wire, IntFunction<Ask> asks, Duration every, LongConsumer nanos) {
        client = wire.client(PATIENCE);
        thread = new Thread(() -> send(wire.coordinator(), asks, every.toNanos(), nanos), "honest");
        thread.setDaemon(true);
        thread.start();
    }

    private void send(URI coordinator, IntFunction<Ask> asks, long every, LongConsumer nanos) {
        long begun = System.nanoTime();
        for (int i = 0; running; i++) {
            long due = begun + i * every;
            for (long left = due - System.nanoTime(); running && left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            if (!running) {
                return;
            }
            Ask ask = asks.apply(i);
            try {
                HttpResponse<String> answer = answer(client, coordinator, ask);
                if (answer.statusCode() / 100 != 2) {
                    failed(ask + " was answered " + answer.statusCode() + ": " + answer.body());
                }
            } catch (IOException trouble) {
                failed(ask + ": " + trouble);
            } catch (InterruptedException stop) {
                return;
            }
            nanos.accept(System.nanoTime() - due);
        }
    }

    private void failed(String what) {
        failures.incrementAndGet();
        failure.compareAndSet("", what);
    }

    /** The answer to one request. */
    static HttpResponse<String> answer(HttpClient client, URI coordinator, Ask ask)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(coordinator + ask.path())).timeout(PATIENCE);
        ask.credential().authorization().ifPresent(proof -> request.setHeader("Authorization", proof));
        if (ask.body() != null) {
            request.setHeader("Content-Type", "application/json");
        }
        return client.send(
                request.method(
                                ask.method(),
                                ask.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(ask.body()))
                        .build(),
                BodyHandlers.ofString());
    }

    /** The number of requests without a successful answer. */
    int failures() {
        return failures.get();
    }

    /** The first of them; empty if none. */
    String firstFailure() {
        return failure.get();
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
