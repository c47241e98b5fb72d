package io.hdfsthrottle.integration;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hdfsthrottle.testkit.process.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * A proxy of a coordinator that replaces names by ones that a coordinator would never allow, as if its checks were
 * missing.
 */
final class HostileNames implements AutoCloseable {

    /** Response headers that a browser obeys. */
    private static final List<String> HEADERS = List.of("Content-Type", "Content-Security-Policy", "Cache-Control");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI coordinator;
    private final Map<String, String> names;
    private final HttpServer server;

    private HostileNames(URI coordinator, Map<String, String> names, HttpServer server) {
        this.coordinator = coordinator;
        this.names = names;
        this.server = server;
    }

    /**
     * Begins to listen.
     *
     * @param names the new names by the original ones, without quotes or backslashes
     */
    static HostileNames of(URI coordinator, Map<String, String> names) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HostileNames hostile = new HostileNames(coordinator, Map.copyOf(names), server);
        server.createContext("/", hostile::answer);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "hostile-names");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
        return hostile;
    }

    URI url() {
        return URI.create("http://" + Ports.LOOPBACK + ":" + server.getAddress().getPort() + "/");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI address = coordinator.resolve(exchange.getRequestURI().toString());
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            String body = answer.body();
            if (answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json")) {
                for (Map.Entry<String, String> each : names.entrySet()) {
                    body = body.replace('"' + each.getKey() + '"', '"' + each.getValue() + '"');
                }
            }
            for (String name : HEADERS) {
                answer.headers().firstValue(name).ifPresent(value -> exchange.getResponseHeaders()
                        .set(name, value));
            }
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.statusCode(), bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
