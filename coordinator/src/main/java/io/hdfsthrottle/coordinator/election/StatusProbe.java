package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Asks for {@code /v1/status}, which every coordinator answers without a credential. Thread-safe. */
final class StatusProbe implements Probe {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int OK = 200;

    private final HttpClient client;

    /**
     * Asks nobody yet.
     *
     * @param certificate this coordinator's own with its authorities, which the others' are trusted by, if it has one
     * @throws IOException if that file cannot be used; the message names it
     */
    StatusProbe(Optional<Path> certificate) throws IOException {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
        if (certificate.isPresent()) {
            builder.sslContext(TlsFiles.of(certificate.get(), null, null).context());
        }
        client = builder.build();
    }

    @Override
    public Sign ask(URI leader) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(leader.resolve("/v1/status"))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            // One that has too much to do lives; one that was restarted since does not lead, whatever its znode says.
            boolean leads =
                    answer.statusCode() != OK || JsonObject.parse(answer.body()).flag("leading");
            return leads ? Sign.ANSWERS : Sign.SILENT;
        } catch (ConnectException nobody) {
            return Sign.REFUSES;
        } catch (IOException | MalformedJsonException lost) {
            return Sign.SILENT;
        }
    }
}
