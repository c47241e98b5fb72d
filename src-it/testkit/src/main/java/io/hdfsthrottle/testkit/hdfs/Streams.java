package io.hdfsthrottle.testkit.hdfs;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.io.function.IOBiConsumer;
import org.apache.hadoop.fs.FSDataInputStream;

/** Threads that read or write files repeatedly until closed, and count the bytes. */
public final class Streams implements AutoCloseable {

    private static final int CHUNK = 1 << 16;

    /** The bytes that a thread reads between two reports. */
    private static final long STEP = 1 << 20;

    /** The step from one small piece to the next: a large prime, so that all are visited, far from each other. */
    private static final long STRIDE = 7_368_787;

    private final LongAdder bytes = new LongAdder();
    private final ConcurrentLinkedQueue<Exception> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    /** Called by a thread with the range that it has read and will not soon read again. */
    @FunctionalInterface
    public interface Behind {

        Behind LEFT = (from, to) -> {};

        void passed(long from, long to) throws IOException;
    }

    /** Each thread repeats its turn, which gets these streams and the thread's number. */
    private Streams(String name, int count, IOBiConsumer<Streams, Integer> turn) {
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> repeat(turn, number), "stream-" + name + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    /** Starts so many threads that each read the whole file. */
    public static Streams reading(Hdfs hdfs, String path, int count) {
        return reading(hdfs, path, count, Double.POSITIVE_INFINITY, Behind.LEFT);
    }

    /** The same with threads that each limit themselves to that rate. */
    public static Streams reading(Hdfs hdfs, String path, int count, double bytesPerSecond, Behind behind) {
        return new Streams(path, count, (streams, thread) -> {
            try (FSDataInputStream in = hdfs.open(path)) {
                streams.read(in, Long.MAX_VALUE, bytesPerSecond, behind);
            }
        });
    }

    /**
     * Starts so many threads that each read their own part of a file of that many bytes. Parts end at block ends: data
     * that a DataNode has sent ahead is not discarded when a thread restarts its part.
     */
    public static Streams readingParts(Hdfs hdfs, String path, int count, long bytes, Behind behind) {
        long blocks = bytes / Hdfs.BLOCK_BYTES;
        return new Streams(path, count, (streams, thread) -> {
            try (FSDataInputStream in = hdfs.open(path)) {
                in.seek(blocks * thread / count * Hdfs.BLOCK_BYTES);
                long end = blocks * (thread + 1) / count * Hdfs.BLOCK_BYTES;
                streams.read(in, end, Double.POSITIVE_INFINITY, behind);
            }
        });
    }

    /**
     * Starts one thread that reads pieces of that size in random order in a file of that many bytes, none again before
     * all were read. They begin at multiples of their size: others would make the kernel read ahead.
     */
    public static Streams readingAnywhere(Hdfs hdfs, String path, long bytes, int size, Behind behind) {
        return new Streams(path, 1, (streams, thread) -> {
            byte[] piece = new byte[size];
            try (FSDataInputStream in = hdfs.open(path)) {
                for (long i = 0; streams.running; i++) {
                    long from = i * STRIDE % (bytes / size) * size;
                    in.readFully(from, piece);
                    streams.bytes.add(size);
                    behind.passed(from, from + size);
                }
            }
        });
    }

    /** Starts so many threads that each write a file of their own of that many bytes, again and again. */
    public static Streams writing(Hdfs hdfs, String path, int count, long bytes) {
        return new Streams(path, count, (streams, thread) -> {
            byte[] chunk = new byte[CHUNK];
            OutputStream out = hdfs.create(path + "-" + thread);
            try { // close throws the failure again that a write threw, which cannot be suppressed by itself
                for (long left = bytes; streams.running && left > 0; left -= CHUNK) {
                    out.write(chunk);
                    streams.bytes.add(CHUNK);
                }
            } finally {
                out.close();
            }
        });
    }

    private void repeat(IOBiConsumer<Streams, Integer> turn, int thread) {
        try {
            while (running) {
                turn.accept(this, thread);
            }
        } catch (IOException | RuntimeException trouble) {
            if (running || trouble instanceof RuntimeException) {
                errors.add(trouble);
            }
        }
    }

    /** Reads from its position to that one or the end, at most at that rate. */
    private void read(FSDataInputStream in, long to, double bytesPerSecond, Behind behind) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long begun = System.nanoTime();
        long from = in.getPos();
        long passed = from;
        while (running && in.getPos() < to) {
            int read = in.read(chunk);
            if (read < 0) {
                break;
            }
            bytes.add(read);
            if (in.getPos() - passed >= STEP) {
                behind.passed(passed, in.getPos());
                passed = in.getPos();
            }
            long due = begun + (long) ((in.getPos() - from) / bytesPerSecond * 1e9);
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
        behind.passed(passed, in.getPos());
    }

    public long bytes() {
        return bytes.sum();
    }

    /** The threads' failures; empty if there are none. */
    public List<Exception> errors() {
        return List.copyOf(errors);
    }

    /** Checks that no thread has ended; an IllegalStateException with the first cause if one has. */
    public void check() {
        if (!errors.isEmpty()) {
            throw new IllegalStateException("a stream failed", errors.peek());
        }
    }

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
