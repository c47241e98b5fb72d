package io.hdfsthrottle.rig;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Talks JSON to the HTTP servers of the rig's own processes. */
final class LocalHttp {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    private LocalHttp() {}

    static Map<String, Object> getJson(URI address) throws IOException {
        Answer answer = send(HttpRequest.newBuilder(address).GET());
        if (answer.status() != 200) {
            throw new IOException(address + " answered " + answer.status() + ": " + answer.body());
        }
        return JSON.std.mapFrom(answer.body());
    }

    static Answer send(String method, URI address, Map<String, ?> body) throws IOException {
        return send(HttpRequest.newBuilder(address)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(JSON.std.asString(body))));
    }

    static Answer send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response =
                    CLIENT.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** What came back. */
    record Answer(int status, String body) {}
}
