package io.hdfsthrottle.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A client that wants little and wants it soon: a few threads, each of which again and again opens a file, connects to the DataNode
 * anew, reads a piece and waits until the next is due.
 */
final class Visitor implements AutoCloseable {

    static final int THREADS = 4;
    static final int PIECE = 256 << 10;
    static final Duration PERIOD = Duration.ofMillis(50);

    private final FileSystem files;
    private final Path path;
    private final long pieces;
    private final Queue<Double> millis = new ConcurrentLinkedQueue<>();
    private final LongAdder failed = new LongAdder();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    private Visitor(FileSystem files, String path, long bytes) {
        this.files = files;
        this.path = new Path(path);
        this.pieces = bytes / PIECE;
    }

    /** Starts one by this tag, which reads a file of so many bytes. */
    static Visitor reading(String nameNode, String tag, String path, long bytes) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.task.attempt.id", tag);
        // Every read takes a transfer thread of its own: an open connection would not have to ask for one.
        configuration.setInt("dfs.client.socketcache.capacity", 0);
        Visitor visitor = new Visitor(FileSystem.newInstance(URI.create(nameNode), configuration), path, bytes);
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            Thread thread = new Thread(() -> visitor.visit(first), "visitor-" + i);
            thread.setDaemon(true);
            visitor.threads.add(thread);
            thread.start();
        }
        return visitor;
    }

    private void visit(int first) {
        byte[] piece = new byte[PIECE];
        long due = System.nanoTime() + PERIOD.toNanos() * first / THREADS;
        for (long next = first; running; next += THREADS) {
            while (running && System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            long from = System.nanoTime();
            try (FSDataInputStream in = files.open(path)) {
                in.readFully(next % pieces * PIECE, piece);
                millis.add((System.nanoTime() - from) / 1e6);
            } catch (IOException refused) {
                failed.increment();
            }
            due = Math.max(due + PERIOD.toNanos(), System.nanoTime());
        }
    }

    /** Forgets what was read so far. */
    void forget() {
        millis.clear();
    }

    /** How long each read took since, in milliseconds. */
    List<Double> millis() {
        return List.copyOf(millis);
    }

    /** How many reads failed in the end, whatever HDFS's client tried. */
    long failed() {
        return failed.sum();
    }

    /** Ends the threads; those in the middle of a read are left to it. */
    @Override
    public void close() throws IOException {
        running = false;
        files.close();
    }
}
