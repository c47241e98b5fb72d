package io.hdfsthrottle.bench.scenario.coordinator;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One caller of a coordinator, with an address and one connection of its own, which it opens again after the
 * coordinator has closed it. A host of a cluster has both; Java's client shares connections, and chooses no address
 * before Java 19. For one thread; any may close it.
 */
final class Caller implements AutoCloseable {

    private static final int ADDRESSES_OF_A_BYTE = 250;
    private static final Duration CONNECTING = Duration.ofSeconds(10);

    private final InetSocketAddress coordinator;
    private final InetAddress own;
    private volatile Socket socket;
    private InputStream answers;

    /** @param number of an address 127.1.x.y, up to 16 million */
    Caller(URI coordinator, int number) throws IOException {
        this.coordinator = new InetSocketAddress(coordinator.getHost(), coordinator.getPort());
        this.own = InetAddress.getByAddress(new byte[] {
            127,
            (byte) (1 + number / ADDRESSES_OF_A_BYTE / ADDRESSES_OF_A_BYTE),
            (byte) (1 + number / ADDRESSES_OF_A_BYTE % ADDRESSES_OF_A_BYTE),
            (byte) (1 + number % ADDRESSES_OF_A_BYTE)
        });
    }

    /** The body of the answer, empty if there is none; one that is no success is an IOException. */
    String ask(String method, String path, String body, Duration patience) throws IOException {
        boolean isOpen = socket != null;
        try {
            return once(method, path, body, patience);
        } catch (IOException closed) {
            close();
            if (!isOpen || closed instanceof Refused) {
                throw closed;
            }
            return once(method, path, body, patience);
        }
    }

    /** Sends a request, and leaves the answer to the caller. */
    InputStream send(String method, String path, String body, Duration patience) throws IOException {
        Socket open = socket;
        if (open == null) {
            open = new Socket();
            open.bind(new InetSocketAddress(own, 0));
            open.connect(coordinator, (int) CONNECTING.toMillis());
            open.setTcpNoDelay(true);
            answers = new BufferedInputStream(open.getInputStream());
            socket = open;
        }
        open.setSoTimeout((int) patience.toMillis());
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + coordinator.getHostString()
                + "\r\nContent-Type: application/json\r\n" + "Content-Length: " + content.length + "\r\n\r\n";
        byte[] request = (head + body).getBytes(StandardCharsets.UTF_8);
        open.getOutputStream().write(request);
        return answers;
    }

    private String once(String method, String path, String body, Duration patience) throws IOException {
        InputStream ignored = send(method, path, body, patience);
        String status = line();
        long length = -1;
        boolean isLast = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
            }
            isLast |= lower.equals("connection: close");
        }
        int code = Integer.parseInt(status.split(" ", 3)[1]);
        String answer = code == 204 ? "" : length >= 0 ? text((int) length) : chunks();
        if (isLast) {
            close();
        }
        if (code / 100 != 2) {
            throw new Refused(status + ": " + answer);
        }
        return answer;
    }

    /** An answer that is no success. */
    private static final class Refused extends IOException {

        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super(what);
        }
    }

    private String chunks() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.append(text(size));
            String unused = line();
        }
        String unused = line();
        return all.toString();
    }

    private String text(int length) throws IOException {
        byte[] bytes = answers.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the connection was closed within an answer");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = answers.read(); next != '\n'; next = answers.read()) {
            if (next < 0) {
                throw new IOException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        if (open != null) {
            open.close();
            socket = null;
        }
    }
}
