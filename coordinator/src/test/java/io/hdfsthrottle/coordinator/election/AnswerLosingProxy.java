package io.hdfsthrottle.coordinator.election;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy that can be made to forward requests and lose their answers. */
final class AnswerLosingProxy implements Closeable {
    private final ServerSocket near;
    private final int far;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean losing;
    private volatile String losingFrom;

    /** Forwards from any free port to that one. */
    AnswerLosingProxy(int far) throws IOException {
        this.far = far;
        near = new ServerSocket();
        near.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        start(this::accept);
    }

    String connectString() {
        return "127.0.0.1:" + near.getLocalPort();
    }

    /** Loses all answers from the next request on that contains this text; new connections are closed then. */
    void loseAnswersFrom(String text) {
        losingFrom = text;
    }

    /** Breaks the connections whose answers were lost, and lets new ones through. */
    void restore() {
        losingFrom = null;
        losing = false;
        sockets.forEach(AnswerLosingProxy::shut);
    }

    private void accept() {
        try {
            while (true) {
                Socket client = near.accept();
                if (losing) {
                    shut(client);
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), far);
                sockets.add(client);
                sockets.add(server);
                start(() -> carry(client, server, false));
                start(() -> carry(server, client, true));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                String text = losingFrom;
                if (!answers && text != null && new String(buffer, 0, read, ISO_8859_1).contains(text)) {
                    losing = true;
                }
                if (!answers || !losing) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
        } catch (IOException broken) {
            // both ends are shut below
        }
        shut(from);
        shut(to);
    }

    private static void shut(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // as it should be
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "strait");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        near.close();
        sockets.forEach(AnswerLosingProxy::shut);
    }
}
