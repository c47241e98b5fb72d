package io.hdfsthrottle.testkit.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** JSON client for the HTTP servers of the rig's own processes. */
public final class LocalHttp {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final HttpClient CLIENT = builder().build();

    private LocalHttp() {}

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
    }

    /** A client with the trust and identity of these files. */
    public static HttpClient client(TlsFiles tls) throws IOException {
        return tls.areGiven() ? builder().sslContext(tls.context()).build() : CLIENT;
    }

    /** Gets a JSON document; anything but 200 is an IOException with the answer. */
    public static Map<String, Object> getJson(URI address) throws IOException {
        return getJson(CLIENT, address);
    }

    /** Posts a JSON document; anything but success is an IOException with the answer. */
    public static void postJson(URI address, Map<String, ?> body) throws IOException {
        Answer answer = send(CLIENT, "POST", address, body);
        if (answer.status() / 100 != 2) {
            throw new IOException(address + " answered " + answer.status() + ": " + answer.body());
        }
    }

    public static Map<String, Object> getJson(HttpClient client, URI address) throws IOException {
        Answer answer = send(client, HttpRequest.newBuilder(address).GET());
        if (answer.status() != 200) {
            throw new IOException(address + " answered " + answer.status() + ": " + answer.body());
        }
        return JSON.std.mapFrom(answer.body());
    }

    public static Answer send(HttpClient client, String method, URI address, Map<String, ?> body) throws IOException {
        return send(
                client,
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(JSON.std.asString(body))));
    }

    private static Answer send(HttpClient client, HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<String> response =
                    client.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** An answer's status and body. */
    public record Answer(int status, String body) {}
}
