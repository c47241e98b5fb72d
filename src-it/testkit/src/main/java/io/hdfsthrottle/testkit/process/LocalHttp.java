package io.hdfsthrottle.testkit.process;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;

/** JSON client for the HTTP servers of the rig's own processes. Thread-safe. */
public final class LocalHttp {

    public static final LocalHttp PLAIN = new LocalHttp(TlsFiles.NONE, Duration.ofSeconds(5));

    private final Duration patience;
    private final HttpClient client;

    /** A client with the trust and identity of these files, and without TLS if none are given. */
    public LocalHttp(TlsFiles tls, Duration patience) {
        this.patience = patience;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(patience);
        if (tls.areGiven()) {
            builder.sslContext(Uncheck.get(tls::context));
        }
        this.client = builder.build();
    }

    public Map<String, Object> get(URI address) throws IOException {
        return JSON.std.mapFrom(ask("GET", address, ""));
    }

    /**
     * Sends a request; returns the body of the answer.
     *
     * @param body in JSON; empty for none
     * @param headers names and values in turn
     * @throws FileNotFoundException for an answer of 404
     * @throws IOException for any other answer but success
     */
    public String ask(String method, URI address, String body, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(patience)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        HttpResponse<String> answer;
        try {
            answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        String told = method + " " + address + " answered " + answer.statusCode() + ": " + answer.body();
        if (answer.statusCode() == 404) {
            throw new FileNotFoundException(told);
        }
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(told);
        }
        return answer.body();
    }
}
