package io.hdfsthrottle.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;

/** Threads that read one file again and again until closed, and count what they get. */
public final class Streams implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final LongAdder bytes = new LongAdder();
    private final ConcurrentLinkedQueue<IOException> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    private Streams() {}

    /** Starts so many threads that each read the whole file. */
    public static Streams reading(Hdfs hdfs, String path, int count) {
        return start(count, thread -> new Part(hdfs, path, 0, Long.MAX_VALUE));
    }

    /** Starts so many threads that each read a part of their own of a file of that many bytes. */
    public static Streams readingParts(Hdfs hdfs, String path, int count, long bytes) {
        return start(count, thread -> new Part(hdfs, path, bytes * thread / count, bytes * (thread + 1) / count));
    }

    private static Streams start(int count, IntFunction<Part> parts) {
        Streams streams = new Streams();
        for (int i = 0; i < count; i++) {
            Part part = parts.apply(i);
            Thread thread = new Thread(() -> streams.read(part), "stream-" + part.path() + "-" + i);
            thread.setDaemon(true);
            streams.threads.add(thread);
            thread.start();
        }
        return streams;
    }

    private void read(Part part) {
        byte[] chunk = new byte[CHUNK];
        while (running) {
            try (FSDataInputStream in = part.hdfs().open(part.path())) {
                in.seek(part.from());
                int read = in.read(chunk);
                while (read >= 0 && running && in.getPos() < part.to()) {
                    bytes.add(read);
                    read = in.read(chunk);
                }
            } catch (IOException trouble) {
                if (running) {
                    errors.add(trouble);
                    return;
                }
            }
        }
    }

    /** What one thread reads again and again. */
    private record Part(Hdfs hdfs, String path, long from, long to) {}

    /** What they got so far. */
    public long bytes() {
        return bytes.sum();
    }

    /** What went wrong while they read; empty if all is well. */
    public List<IOException> errors() {
        return List.copyOf(errors);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        running = false;
        try {
            for (Thread thread : threads) {
                thread.join(30_000);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
