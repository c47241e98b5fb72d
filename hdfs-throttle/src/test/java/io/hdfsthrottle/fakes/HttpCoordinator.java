package io.hdfsthrottle.fakes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A fake coordinator that answers over real HTTP as a test says, well-behaved or not. */
public final class HttpCoordinator implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile HttpHandler behaviour;

    /** At a free port of this machine. */
    public HttpCoordinator() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
        answers(500, "");
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + (body.isEmpty() ? "" : " " + body));
        behaviour.handle(exchange);
        exchange.close();
    }

    /** Its base address. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Answers like this from now on; markup as another server does. */
    public HttpCoordinator answers(int status, String body) {
        behaviour = exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            String json = status / 100 == 2 ? "application/json" : "application/problem+json";
            exchange.getResponseHeaders().set("Content-Type", body.startsWith("<") ? "text/html" : json);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
        return this;
    }

    /** Answers from now on that it does not lead, and names the leader; null for none. */
    public HttpCoordinator follows(String leader) {
        return answers(
                leader == null ? 503 : 307,
                "{\"type\":\"urn:hdfs-throttle:problem:not-leader\",\"leader\":"
                        + (leader == null ? "null" : "\"" + leader + "\"") + "}");
    }

    /** Takes requests from now on and never answers. */
    public HttpCoordinator hangs() {
        behaviour = exchange -> awaitClose();
        return this;
    }

    /** Begins to answer from now on, and stops in the middle. */
    public HttpCoordinator hangsWithinTheBody() {
        behaviour = exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitClose();
        };
        return this;
    }

    /** Answers without end from now on. */
    public HttpCoordinator answersWithoutEnd() {
        behaviour = exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[1 << 16];
            while (closing.getCount() > 0) {
                exchange.getResponseBody().write(much);
            }
        };
        return this;
    }

    private void awaitClose() {
        try {
            closing.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Method, path and body of each request so far. */
    public List<String> requests() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
