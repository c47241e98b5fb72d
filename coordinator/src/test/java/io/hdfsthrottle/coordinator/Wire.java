package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.api.Contract;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Speaks HTTP to one coordinator, and holds every answer against the OpenAPI document. */
public final class Wire {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** No client waits longer for an answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final URI coordinator;

    /** To that coordinator. */
    public Wire(Coordinator coordinator) {
        this.coordinator = coordinator.url();
    }

    /** An answer. */
    public record Answer(int status, String body, HttpResponse<String> response) {
        /** Its body as JSON. */
        public JsonObject json() throws MalformedJsonException {
            return JsonObject.parse(body);
        }

        /** A header of it, or empty. */
        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    /** The port that it speaks to. */
    int port() {
        return coordinator.getPort();
    }

    /** Gets. */
    public Answer get(String path) throws IOException, InterruptedException {
        return send("GET", path, null);
    }

    /** Puts JSON. */
    public Answer put(String path, String body, String... headers) throws IOException, InterruptedException {
        return send("PUT", path, body, headers);
    }

    /** Posts JSON. */
    public Answer post(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, body);
    }

    /** Deletes. */
    public Answer delete(String path, String... headers) throws IOException, InterruptedException {
        return send("DELETE", path, null, headers);
    }

    /** Sends anything; a body is declared as JSON unless a header says otherwise. */
    public Answer send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return answer(method, path, CLIENT.send(request(method, path, body, headers), BodyHandlers.ofString()));
    }

    /** Gets without waiting. */
    public CompletableFuture<Answer> getLater(String path) {
        return sendLater("GET", path, null);
    }

    /** Sends anything without waiting. */
    CompletableFuture<Answer> sendLater(String method, String path, String body, String... headers) {
        return CLIENT.sendAsync(request(method, path, body, headers), BodyHandlers.ofString())
                .thenApply(response -> answer(method, path, response));
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(coordinator + path)).timeout(PATIENCE);
        if (body != null) {
            request.setHeader("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
    }

    private static Answer answer(String method, String path, HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        Contract.check(method, path, response.statusCode(), type, response.body());
        return new Answer(response.statusCode(), response.body(), response);
    }
}
