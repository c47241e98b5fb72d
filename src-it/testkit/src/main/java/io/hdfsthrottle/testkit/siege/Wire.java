package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Connections to the coordinator: plain text or TLS. */
final class Wire {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI coordinator;
    private final Optional<SSLContext> tls;
    private final HttpClient client;

    /** To that coordinator, trusting what these files contain. */
    Wire(URI coordinator, TlsFiles trusted) throws IOException {
        this.coordinator = coordinator;
        this.tls = trusted.areGiven() ? Optional.of(trusted.context()) : Optional.empty();
        HttpClient.Builder http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE);
        tls.ifPresent(http::sslContext);
        this.client = http.build();
    }

    /**
     * Connects that socket from that address.
     *
     * @return the socket to be used from now on; closing it closes the other
     */
    Socket connect(Socket socket, String from, int patienceMillis) throws IOException {
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), coordinator.getPort()), patienceMillis);
        socket.setSoTimeout(patienceMillis);
        return tls.isEmpty()
                ? socket
                : tls.get().getSocketFactory().createSocket(socket, coordinator.getHost(), coordinator.getPort(), true);
    }

    /**
     * The body of the answer to an honest request.
     *
     * @param body in JSON; null for none
     * @throws IOException also if the answer is no success
     */
    String ask(String method, String path, Credential credential, String body)
            throws IOException, InterruptedException {
        var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(coordinator + path))
                .timeout(PATIENCE)
                .method(method, content);
        credential.authorization().ifPresent(proof -> request.setHeader("Authorization", proof));
        if (body != null) {
            request.setHeader("Content-Type", "application/json");
        }
        var answer = client.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(method + " " + path + " was answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
