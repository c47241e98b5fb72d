package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks for {@code /v1/status}, which every coordinator answers without a credential. For one thread. */
final class StatusProbe implements Probe {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int OK = 200;

    private final HttpClient client;
    private volatile String trouble = "";

    /**
     * Asks nobody yet.
     *
     * @param certificate this coordinator's own with its authorities, which the others' are trusted by, if it has one
     * @throws IOException if that file cannot be used; the message names it
     */
    StatusProbe(Optional<Path> certificate) throws IOException {
        HttpClient.Builder builder = HttpLink.client(PATIENCE);
        if (certificate.isPresent()) {
            builder.sslContext(TlsFiles.of(certificate.get(), null, null).context());
        }
        client = builder.build();
    }

    @Override
    public Sign ask(URI leader) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(leader.resolve("/v1/status")).build();
        CompletableFuture<HttpResponse<String>> asked = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> answer = asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            // One that has too much to do lives.
            boolean leads =
                    answer.statusCode() != OK || JsonObject.parse(answer.body()).flag("leading");
            return leads ? Sign.ANSWERS : Sign.IDLE;
        } catch (TimeoutException silent) {
            return Sign.SILENT;
        } catch (ExecutionException failed) {
            return sign(leader, failed.getCause());
        } catch (MalformedJsonException strange) {
            trouble = strange.toString();
            return Sign.UNSURE;
        } finally {
            boolean unused = asked.cancel(true);
        }
    }

    private Sign sign(URI leader, Throwable failed) {
        if (failed instanceof HttpTimeoutException) {
            return Sign.SILENT;
        }
        trouble = failed.toString();
        return failed instanceof ConnectException ? connected(leader) : Sign.UNSURE;
    }

    /** The HTTP client calls whatever keeps it from connecting a ConnectException; a socket says what it was. */
    private static Sign connected(URI leader) {
        int port = leader.getPort() > 0 ? leader.getPort() : leader.getScheme().equals("https") ? 443 : 80;
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(new InetSocketAddress(leader.getHost(), port), (int) PATIENCE.toMillis());
            return Sign.UNSURE;
        } catch (ConnectException refused) {
            return Sign.REFUSES;
        } catch (NoRouteToHostException | SocketTimeoutException away) {
            return Sign.SILENT;
        } catch (IOException other) {
            return Sign.UNSURE;
        }
    }

    @Override
    public String trouble() {
        return trouble;
    }
}
