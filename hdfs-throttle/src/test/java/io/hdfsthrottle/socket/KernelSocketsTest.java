package io.hdfsthrottle.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Sending;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KernelSocketsTest {

    private static final int MEBIBYTE = 1 << 20;

    private final Sockets sockets = Sockets.ofKernel(new NativeCalls());
    private ServerSocketChannel server;
    private SocketChannel client;
    private SocketChannel accepted;

    @BeforeEach
    void connect() throws IOException {
        Tier.current().needs(sockets.usable().isDone(), sockets.usable().toString());
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(server.getLocalAddress());
        accepted = server.accept();
    }

    @AfterEach
    void close() throws IOException {
        if (server != null) {
            accepted.close();
            client.close();
            server.close();
        }
    }

    private static Connection of(SocketChannel channel) throws IOException {
        InetSocketAddress peer = (InetSocketAddress) channel.getRemoteAddress();
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        return new Connection(peer.getAddress().getHostAddress(), peer.getPort(), local.getPort());
    }

    @Test
    void bothEndsOfAConnection_areFoundAndToldApart() throws IOException {
        Map<Connection, Integer> found = sockets.find(List.of(of(accepted), of(client)));
        assertThat(found).containsOnlyKeys(of(accepted), of(client));
        assertThat(found.get(of(accepted))).isNotEqualTo(found.get(of(client)));
    }

    @Test
    void connectionOfAnother_isNotFound() throws IOException {
        assertThat(sockets.find(List.of(new Connection("192.0.2.1", 5, 7)))).isEmpty();
        assertThat(sockets.find(List.of(new Connection("127.0.0.1", 9, 9)))).isEmpty();
    }

    @Test
    void descriptorThatIsAnotherConnectionByNow_isLeftAlone() throws IOException {
        int descriptor = sockets.find(List.of(of(accepted))).get(of(accepted));
        assertThat(sockets.pace(descriptor, of(client), MEBIBYTE)).isEqualTo(Outcome.ENDED);
        assertThat(sockets.pace(1 << 20, of(client), MEBIBYTE)).isEqualTo(Outcome.ENDED);
    }

    @Test
    void clientThatReadsNothing_isWhatTheSenderWaitsFor() throws IOException {
        Connection connection = of(accepted);
        int descriptor = sockets.find(List.of(connection)).get(connection);
        assertThat(sockets.sendTime(descriptor, of(client))).isEmpty();
        accepted.configureBlocking(false);
        ByteBuffer bytes = ByteBuffer.allocate(MEBIBYTE);
        Awaitility.await().until(() -> accepted.write(bytes.clear()) == 0);
        SendTime full = sockets.sendTime(descriptor, connection).orElseThrow();
        Awaitility.await().untilAsserted(() -> assertThat(
                        sockets.sendTime(descriptor, connection).orElseThrow().since(full))
                .contains(Sending.PEER));
    }

    /** Asserts only a lower bound of time: a busy machine may take longer, none can be faster. */
    @Test
    void pacedConnection_isSentNoFasterThanItsRate() throws Exception {
        int descriptor = sockets.find(List.of(of(accepted))).get(of(accepted));
        assertThat(sockets.pace(descriptor, of(accepted), 4L * MEBIBYTE)).isEqualTo(Outcome.DONE);
        assertThat(timeToReceive(8)).isGreaterThan(Duration.ofSeconds(1));
        assertThat(sockets.pace(descriptor, of(accepted), Sockets.UNPACED)).isEqualTo(Outcome.DONE);
    }

    private Duration timeToReceive(int mebibytes) throws Exception {
        Thread sender = new Thread(() -> send(mebibytes));
        long start = System.nanoTime();
        sender.start();
        ByteBuffer buffer = ByteBuffer.allocate(MEBIBYTE);
        for (long left = (long) mebibytes * MEBIBYTE; left > 0; ) {
            buffer.clear();
            left -= client.read(buffer);
        }
        sender.join();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void send(int mebibytes) {
        try {
            for (int i = 0; i < mebibytes; i++) {
                ByteBuffer buffer = ByteBuffer.allocate(MEBIBYTE);
                while (buffer.hasRemaining()) {
                    accepted.write(buffer);
                }
            }
        } catch (IOException closed) {
            throw new AssertionError(closed);
        }
    }
}
