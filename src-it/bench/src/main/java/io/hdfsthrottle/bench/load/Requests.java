package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Served;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * One thread that requests pieces of a file, at random positions, at fixed instants. A late request is sent as soon as
 * the previous one is complete, and its waiting counts from when it was due: a client that is served badly does not
 * request less.
 */
public final class Requests implements AutoCloseable {

    private static final double NANOS = 1e9;

    /** The most that the kernel may have read beyond a piece. */
    private static final long READ_AHEAD = 8 << 20;

    private final List<Served> served = new ArrayList<>();
    private final AtomicReference<IOException> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean running = true;

    private Requests(Hdfs hdfs, String path, long fileBytes, int bytes, double perSecond, Streams.Behind behind) {
        thread = new Thread(() -> send(hdfs, path, fileBytes, bytes, perSecond, behind), "requests-" + path);
        thread.setDaemon(true);
    }

    /** Starts them: so many a second, each of so many bytes of a file of that length. */
    public static Requests of(
            Hdfs hdfs, String path, long fileBytes, int bytes, double perSecond, Streams.Behind behind) {
        Requests requests = new Requests(hdfs, path, fileBytes, bytes, perSecond, behind);
        requests.thread.start();
        return requests;
    }

    private void send(Hdfs hdfs, String path, long fileBytes, int bytes, double perSecond, Streams.Behind behind) {
        byte[] piece = new byte[bytes];
        SplittableRandom random = new SplittableRandom(1);
        try (FSDataInputStream in = hdfs.open(path)) {
            long begun = System.nanoTime();
            for (long i = 0; running; i++) {
                double due = i / perSecond;
                while (since(begun) < due) {
                    LockSupport.parkNanos((long) ((due - since(begun)) * NANOS));
                }
                double asked = since(begun);
                long from = random.nextLong(fileBytes / bytes) * bytes;
                in.readFully(from, piece);
                synchronized (served) {
                    served.add(new Served(due, asked, since(begun)));
                }
                behind.passed(from, from + bytes + READ_AHEAD);
            }
        } catch (IOException trouble) {
            failure.set(trouble);
        }
    }

    private static double since(long begun) {
        return (System.nanoTime() - begun) / NANOS;
    }

    /** All requests so far. */
    public List<Served> served() {
        if (failure.get() != null) {
            throw new IllegalStateException("a request failed", failure.get());
        }
        synchronized (served) {
            return List.copyOf(served);
        }
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join(30_000);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
