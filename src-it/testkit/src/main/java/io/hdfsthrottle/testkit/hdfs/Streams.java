package io.hdfsthrottle.testkit.hdfs;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;

/** Threads that read or write files repeatedly until closed, and count the bytes. */
public final class Streams implements AutoCloseable {

    private static final int CHUNK = 1 << 16;
    private static final double NANOS = 1e9;

    /** The bytes that a thread reads between two reports. */
    private static final long STEP = 1 << 20;

    /** The step from one small piece to the next: a large prime, so that all are visited, far from each other. */
    private static final long STRIDE = 7_368_787;

    private static final double AS_FAST_AS_IT_GOES = Double.POSITIVE_INFINITY;

    private final LongAdder bytes = new LongAdder();
    private final ConcurrentLinkedQueue<IOException> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    /** Called by a thread with the range that it has read and will not soon read again. */
    @FunctionalInterface
    public interface Behind {

        /** Does nothing. */
        Behind LEFT = (from, to) -> {};

        /** The thread has read this range of the file, in bytes. */
        void passed(long from, long to) throws IOException;
    }

    private Streams() {}

    /** Starts so many threads that each read the whole file. */
    public static Streams reading(Hdfs hdfs, String path, int count) {
        return start(hdfs, path, count, thread -> new Part(0, Long.MAX_VALUE, AS_FAST_AS_IT_GOES, Behind.LEFT));
    }

    /** The same, but each reads its own part of a file of that many bytes. */
    public static Streams readingParts(Hdfs hdfs, String path, int count, long bytes) {
        return readingParts(hdfs, path, count, bytes, Behind.LEFT);
    }

    /**
     * Starts so many threads that each read their own part of a file of that many bytes. Parts end at block ends: data
     * that a DataNode has sent ahead is not discarded when a thread restarts its part.
     */
    public static Streams readingParts(Hdfs hdfs, String path, int count, long bytes, Behind behind) {
        long blocks = bytes / Hdfs.BLOCK_BYTES;
        return start(
                hdfs,
                path,
                count,
                thread -> new Part(
                        blocks * thread / count * Hdfs.BLOCK_BYTES,
                        blocks * (thread + 1) / count * Hdfs.BLOCK_BYTES,
                        AS_FAST_AS_IT_GOES,
                        behind));
    }

    /** Starts one thread that reads the whole file and limits itself to that rate. */
    public static Streams readingSlowly(Hdfs hdfs, String path, double bytesPerSecond, Behind behind) {
        return start(hdfs, path, 1, thread -> new Part(0, Long.MAX_VALUE, bytesPerSecond, behind));
    }

    /**
     * Starts one thread that reads pieces of that size in random order in a file of that many bytes, none again before
     * all were read. They begin at multiples of their size: others would make the kernel read ahead.
     */
    public static Streams readingAnywhere(Hdfs hdfs, String path, long bytes, int size, Behind behind) {
        return start(hdfs, path, 1, thread -> new Pieces(bytes, size, behind));
    }

    /**
     * Starts so many threads that each write a file of their own of that many bytes, and rewrite it when it is full.
     */
    public static Streams writing(Hdfs hdfs, String path, int count, long bytes) {
        return startTurns(path, count, thread -> new Writing(hdfs, path + "-" + thread, bytes));
    }

    private static Streams start(Hdfs hdfs, String path, int count, IntFunction<Reading> readings) {
        return startTurns(path, count, thread -> new Opened(hdfs, path, readings.apply(thread)));
    }

    private static Streams startTurns(String name, int count, IntFunction<Turn> turns) {
        Streams streams = new Streams();
        for (int i = 0; i < count; i++) {
            Turn turn = turns.apply(i);
            Thread thread = new Thread(() -> streams.again(turn), "stream-" + name + "-" + i);
            thread.setDaemon(true);
            streams.threads.add(thread);
            thread.start();
        }
        return streams;
    }

    private void again(Turn turn) {
        while (running) {
            try {
                turn.take(this);
            } catch (IOException trouble) {
                if (running) {
                    errors.add(trouble);
                    return;
                }
            } catch (RuntimeException trouble) { // HDFS's close throws one after an earlier failure
                errors.add(new IOException("a stream ended", trouble));
                return;
            }
        }
    }

    /** The repeated work of one thread. */
    private interface Turn {
        void take(Streams streams) throws IOException;
    }

    /** Opens a file and reads. */
    private record Opened(Hdfs hdfs, String path, Reading reading) implements Turn {
        @Override
        public void take(Streams streams) throws IOException {
            try (FSDataInputStream in = hdfs.open(path)) {
                reading.once(in, streams);
            }
        }
    }

    /** Writes a file. */
    private record Writing(Hdfs hdfs, String path, long bytes) implements Turn {
        @Override
        public void take(Streams streams) throws IOException {
            byte[] chunk = new byte[CHUNK];
            try (OutputStream out = hdfs.create(path)) {
                for (long left = bytes; streams.running && left > 0; left -= CHUNK) {
                    out.write(chunk);
                    streams.bytes.add(CHUNK);
                }
            }
        }
    }

    /** The work of one thread with an open file. */
    private interface Reading {
        void once(FSDataInputStream in, Streams streams) throws IOException;
    }

    /** Reads a range, at most at some rate. */
    private record Part(long from, long to, double bytesPerSecond, Behind behind) implements Reading {
        @Override
        public void once(FSDataInputStream in, Streams streams) throws IOException {
            byte[] chunk = new byte[CHUNK];
            long begun = System.nanoTime();
            long passed = from;
            in.seek(from);
            while (streams.running && in.getPos() < to) {
                int read = in.read(chunk);
                if (read < 0) {
                    break;
                }
                streams.bytes.add(read);
                if (in.getPos() - passed >= STEP) {
                    behind.passed(passed, in.getPos());
                    passed = in.getPos();
                }
                long due = begun + (long) ((in.getPos() - from) / bytesPerSecond * NANOS);
                while (System.nanoTime() < due) {
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
            behind.passed(passed, in.getPos());
        }
    }

    /** Reads small pieces in random order. */
    private record Pieces(long bytes, int size, Behind behind) implements Reading {
        @Override
        public void once(FSDataInputStream in, Streams streams) throws IOException {
            byte[] piece = new byte[size];
            long pieces = bytes / size;
            for (long i = 0; streams.running; i++) {
                long from = i * STRIDE % pieces * size;
                in.readFully(from, piece);
                streams.bytes.add(size);
                behind.passed(from, from + size);
            }
        }
    }

    /** The bytes moved so far. */
    public long bytes() {
        return bytes.sum();
    }

    /** The threads' failures; empty if there are none. */
    public List<IOException> errors() {
        return List.copyOf(errors);
    }

    /**
     * Checks that no thread has ended.
     *
     * @throws IllegalStateException if one has, with the first cause
     */
    public void check() {
        if (!errors.isEmpty()) {
            throw new IllegalStateException("a stream failed", errors.peek());
        }
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
