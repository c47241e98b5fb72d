package io.hdfsthrottle.integration;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Threads that read one file again and again until closed, and count what they get. */
final class Streams implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    private final LongAdder bytes = new LongAdder();
    private final ConcurrentLinkedQueue<IOException> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    private Streams() {}

    /** Starts so many threads. */
    static Streams reading(Hdfs hdfs, String path, int count) {
        Streams streams = new Streams();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> streams.read(hdfs, path), "stream-" + path + "-" + i);
            thread.setDaemon(true);
            streams.threads.add(thread);
            thread.start();
        }
        return streams;
    }

    private void read(Hdfs hdfs, String path) {
        byte[] chunk = new byte[CHUNK];
        while (running) {
            try (InputStream in = hdfs.open(path)) {
                for (int read = in.read(chunk); read >= 0 && running; read = in.read(chunk)) {
                    bytes.add(read);
                }
            } catch (IOException trouble) {
                if (running) {
                    errors.add(trouble);
                    return;
                }
            }
        }
    }

    /** What they got so far. */
    long bytes() {
        return bytes.sum();
    }

    /** What went wrong while they read; empty if all is well. */
    List<IOException> errors() {
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
