package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.kernel.Connections.Sending;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConnectionsTest {

    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt\n";
    private static final String MAPPED = "0000000000000000FFFF00000A01020A";
    private static final String REST = ":268A 01 00010000:00000000 04:00000014 00000000  0  0 7733 2 0 20 4\n";

    @TempDir
    Path proc;

    private final AtomicLong nanos = new AtomicLong();

    private static Connection from(String peer, int port) {
        return new Connection(peer, port, 0x268A);
    }

    @Test
    void timerOfASender_saysWhatItWaitsFor() throws IOException {
        kernelShows(
                HEAD
                        + line("268A 0A02010A:1F90", "01", "00010000", "01")
                        + line("268A 0A02010A:1F91", "01", "00010000", "04")
                        + line("268A 0A02010A:1F92", "01", "00000000", "00")
                        + line("268A 0A02010A:1F93", "08", "00010000", "01")
                        + line("268B 0A02010A:1F94", "01", "00010000", "01"),
                HEAD + "0: 0000000000000000FFFF00000100007F:268A " + MAPPED + REST.replace(":268A", ":2000")
                        + "half a li");
        Connections connections = new Connections(proc, nanos::get);
        assertThat(connections.sending(from("10.1.2.10", 8080))).contains(Sending.NETWORK);
        assertThat(connections.sending(from("10.1.2.10", 8081))).contains(Sending.PEER);
        assertThat(connections.sending(from("10.1.2.10", 8082)))
                .as("sends nothing")
                .isEmpty();
        assertThat(connections.sending(from("10.1.2.10", 8083))).as("is closed").isEmpty();
        assertThat(connections.sending(from("10.1.2.10", 8084)))
                .as("another port")
                .isEmpty();
        assertThat(connections.sending(from("10.2.1.10", 8192))).as("over IPv6").contains(Sending.PEER);
    }

    @Test
    void tables_areReadOnceASecond_andMayBeGone() throws IOException {
        Connections connections = new Connections(proc, nanos::get);
        assertThat(connections.sending(from("10.1.2.10", 8080))).isEmpty();
        kernelShows(HEAD + line("268A 0A02010A:1F90", "01", "00010000", "01"), HEAD);
        assertThat(connections.sending(from("10.1.2.10", 8080))).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(connections.sending(from("10.1.2.10", 8080))).contains(Sending.NETWORK);
    }

    @Test
    void clientThatReadsNothing_isWhatTheSenderWaitsFor() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0));
                Socket client = new Socket(loopback, server.socket().getLocalPort());
                SocketChannel sender = server.accept()) {
            sender.configureBlocking(false);
            ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
            Connection connection = new Connection(
                    loopback.getHostAddress(),
                    client.getLocalPort(),
                    server.socket().getLocalPort());
            Awaitility.await().until(() -> {
                long written = sender.write(bytes.clear());
                return written == 0
                        && new Connections(Path.of("/proc"), nanos::get)
                                .sending(connection)
                                .equals(Optional.of(Sending.PEER));
            });
        }
    }

    private static String line(String ports, String state, String unacknowledged, String timer) {
        return String.format(
                "1: 0100007F:%s %s %s:00000000 %s:00000014 00000000  0  0 7733 2 0 20 4%n",
                ports, state, unacknowledged, timer);
    }

    private void kernelShows(String tcp, String tcp6) throws IOException {
        Path folder = Files.createDirectories(proc.resolve("self/net"));
        Files.writeString(folder.resolve("tcp"), tcp);
        Files.writeString(folder.resolve("tcp6"), tcp6);
    }
}
