package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Connections to the coordinator: plain text or TLS. */
final class Wire {
    private final URI coordinator;
    private final Optional<SSLContext> tls;

    /** To that coordinator, trusting what these files contain. */
    Wire(URI coordinator, TlsFiles trusted) throws IOException {
        this.coordinator = coordinator;
        this.tls = trusted.areGiven() ? Optional.of(trusted.context()) : Optional.empty();
    }

    /** The coordinator's URI. */
    URI coordinator() {
        return coordinator;
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

    /** An HTTP client for honest requests. */
    HttpClient client(Duration patience) {
        HttpClient.Builder client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(patience);
        tls.ifPresent(client::sslContext);
        return client.build();
    }
}
