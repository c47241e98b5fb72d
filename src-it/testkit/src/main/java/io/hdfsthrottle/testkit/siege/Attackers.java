package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.testkit.siege.HostileRequest.Manner;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Threads that send hostile requests at a rate, each from its own addresses of 127.0.0.0/8, and count the answers by
 * status.
 */
final class Attackers {
    private static final int THREADS = 12;
    private static final int ADDRESSES = 8;
    private static final int MOST_HELD = 40;
    private static final int MOST_ANSWER_BYTES = 4 << 20;
    private static final int PATIENCE_MILLIS = 3_000;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})[ \\r]");

    private final HostileRequests requests;
    private final Wire wire;
    private final int count;
    private final double perSecond;
    private final AtomicInteger next = new AtomicInteger();

    /** The number of answers by status. */
    final Map<Integer, Integer> answers = new ConcurrentSkipListMap<>();

    /** Requests without an answer: held or closed. */
    final AtomicInteger unanswered = new AtomicInteger();

    /** Answers of 5xx, with their requests. */
    final List<String> errors = new CopyOnWriteArrayList<>();

    Attackers(HostileRequests requests, Wire wire, int count, double perSecond) {
        this.requests = requests;
        this.wire = wire;
        this.count = count;
        this.perSecond = perSecond;
    }

    /** Sends all requests; returns when the last was answered or abandoned. */
    void attack() throws InterruptedException {
        long begun = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        IntStream.range(0, THREADS).forEach(number -> threads.execute(() -> attack(number, begun)));
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.DAYS);
    }

    private void attack(int attacker, long begun) {
        Deque<Socket> held = new ArrayDeque<>();
        for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
            long due = begun + (long) (i / perSecond * 1e9);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            send(requests.request(i), "127.0." + (1 + attacker) + "." + (1 + i % ADDRESSES), held);
        }
        held.forEach(Attackers::close);
    }

    private void send(HostileRequest request, String from, Deque<Socket> held) {
        Socket socket = new Socket();
        try {
            if (request.manner == Manner.UNREAD) {
                socket.setReceiveBufferSize(1_024);
            }
            socket = wire.connect(socket, from, PATIENCE_MILLIS);
            socket.getOutputStream().write(request.bytes);
            socket.getOutputStream().flush();
            if (request.manner == Manner.WHOLE) {
                socket.shutdownOutput();
                read(request, socket.getInputStream());
                socket.close();
            } else if (request.manner == Manner.CUT) {
                socket.close();
            } else {
                hold(request, socket, held);
            }
        } catch (IOException refused) {
            // Connections above the limit, and those without valid HTTP, are closed without an answer.
            unanswered.incrementAndGet();
            close(socket);
        }
    }

    /** Keeps the connection open, closes the oldest one, and sends a byte on trickling ones. */
    private void hold(HostileRequest request, Socket socket, Deque<Socket> held) throws IOException {
        held.addLast(socket);
        if (held.size() > MOST_HELD) {
            close(held.removeFirst());
        }
        if (request.manner == Manner.TRICKLED) {
            for (Socket each : held) {
                try {
                    each.getOutputStream().write(' ');
                } catch (IOException closed) {
                    // expected after a while
                }
            }
        }
    }

    private void read(HostileRequest request, InputStream in) {
        byte[] bytes = new byte[0];
        try {
            bytes = in.readNBytes(MOST_ANSWER_BYTES);
        } catch (IOException cutOff) {
            // the partial answer is lost; the server ended the connection
        }
        Matcher status = STATUS.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!status.find()) {
            unanswered.incrementAndGet();
            return;
        }
        do {
            int code = Integer.parseInt(status.group(1));
            answers.merge(code, 1, Integer::sum);
            if (code >= 500) {
                errors.add(code + " to " + request.description);
            }
        } while (status.find());
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException unimportant) {
            // it is not used any more
        }
    }
}
