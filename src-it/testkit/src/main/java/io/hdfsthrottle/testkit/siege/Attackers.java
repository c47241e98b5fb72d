package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.siege.HostileRequests.Manner;
import io.hdfsthrottle.testkit.siege.HostileRequests.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.net.SocketFactory;
import org.apache.commons.io.IOUtils;

/** Threads that send hostile requests, each from its own addresses of 127.0.0.0/8, and count the answers. */
final class Attackers {
    private static final int THREADS = 12;
    private static final int ADDRESSES = 8;
    private static final int MOST_HELD = 40;
    private static final int MOST_ANSWER_BYTES = 4 << 20;
    private static final int PATIENCE_MILLIS = 3_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})[ \\r]");

    private final int port;
    private final SocketFactory sockets;
    private final AtomicInteger next = new AtomicInteger();

    // As Siege.Result has them.
    final Map<Integer, Integer> answers = new ConcurrentSkipListMap<>();
    final AtomicInteger unanswered = new AtomicInteger();
    final List<String> errors = new CopyOnWriteArrayList<>();

    Attackers(int port, SocketFactory sockets) {
        this.port = port;
        this.sockets = sockets;
    }

    /** Sends so many of these requests; returns when the last was answered or abandoned. */
    void attack(HostileRequests requests, int count, double perSecond) throws InterruptedException {
        long begun = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int thread = 1; thread <= THREADS; thread++) {
            String network = "127.0." + thread + ".";
            threads.execute(() -> {
                Deque<Socket> held = new ArrayDeque<>();
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                    long due = begun + (long) (i / perSecond * 1e9);
                    while (System.nanoTime() < due) {
                        LockSupport.parkNanos(due - System.nanoTime());
                    }
                    send(requests.request(i), network + (1 + i % ADDRESSES), held);
                }
                held.forEach(IOUtils::closeQuietly);
            });
        }
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.DAYS);
    }

    private void send(Request request, String from, Deque<Socket> held) {
        Socket socket = null;
        try {
            socket = sockets.createSocket();
            if (request.manner() == Manner.UNREAD) {
                socket.setReceiveBufferSize(1_024);
            }
            socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
            socket.connect(new InetSocketAddress(Ports.loopback(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.latin1().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            switch (request.manner()) {
                case WHOLE -> {
                    socket.shutdownOutput();
                    read(request, socket);
                    socket.close();
                }
                case CUT -> socket.close();
                default -> hold(request, socket, held);
            }
        } catch (IOException refused) {
            // Connections above the limit, and those without valid HTTP, are closed without an answer.
            unanswered.incrementAndGet();
            IOUtils.closeQuietly(socket);
        }
    }

    /** Keeps the connection open, closes the oldest one, and sends a byte on trickling ones. */
    private static void hold(Request request, Socket socket, Deque<Socket> held) {
        held.addLast(socket);
        if (held.size() > MOST_HELD) {
            IOUtils.closeQuietly(held.removeFirst());
        }
        for (Socket each : request.manner() == Manner.TRICKLED ? held : List.<Socket>of()) {
            try {
                each.getOutputStream().write(' ');
            } catch (IOException closed) {
                // expected after a while
            }
        }
    }

    private void read(Request request, Socket socket) {
        byte[] bytes = new byte[0];
        try {
            bytes = socket.getInputStream().readNBytes(MOST_ANSWER_BYTES);
        } catch (IOException cutOff) {
            // the partial answer is lost; the server ended the connection
        }
        List<MatchResult> statuses = STATUS.matcher(new String(bytes, StandardCharsets.ISO_8859_1))
                .results()
                .toList();
        for (MatchResult status : statuses) {
            int code = Integer.parseInt(status.group(1));
            answers.merge(code, 1, Integer::sum);
            if (code >= 500) {
                errors.add(code + " to " + request.description());
            }
        }
        unanswered.addAndGet(statuses.isEmpty() ? 1 : 0);
    }
}
