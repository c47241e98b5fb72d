package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Latencies;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A client with a small, latency-sensitive load: a few threads, each of which repeatedly opens a file, connects to the
 * DataNode anew, reads a piece and waits until the next is due.
 */
public final class Visitor implements AutoCloseable {

    public static final int THREADS = 4;
    public static final int PIECE = 256 << 10;
    /** The interval between due times of a thread's reads. */
    public static final Duration PERIOD = Duration.ofMillis(50);

    private final FileSystem files;
    private final Path path;
    private final long pieces;
    private final List<Turns> turns = new ArrayList<>();
    private final LongAdder failed = new LongAdder();
    private final List<Worker> threads = new ArrayList<>();

    private Visitor(FileSystem files, String path, long bytes) {
        this.files = files;
        this.path = new Path(path);
        this.pieces = bytes / PIECE;
    }

    /** Starts one with this tag, which reads a file of so many bytes. */
    public static Visitor reading(String nameNode, String tag, String path, long bytes) throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.task.attempt.id", tag);
        // Every read needs a transfer thread of its own: a cached connection would already have one.
        configuration.setInt("dfs.client.socketcache.capacity", 0);
        Visitor visitor = new Visitor(FileSystem.newInstance(URI.create(nameNode), configuration), path, bytes);
        long begun = System.nanoTime();
        for (int i = 0; i < THREADS; i++) {
            int first = i;
            Turns own = new Turns(begun + PERIOD.toNanos() * i / THREADS);
            visitor.turns.add(own);
            visitor.threads.add(Worker.start("visitor-" + i, running -> visitor.visit(running, first, own)));
        }
        return visitor;
    }

    private void visit(BooleanSupplier running, int first, Turns own) {
        byte[] piece = new byte[PIECE];
        for (long next = first; running.getAsBoolean(); next += THREADS) {
            long due = own.due();
            while (running.getAsBoolean() && System.nanoTime() - due < 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            if (running.getAsBoolean()) {
                own.begun(System.nanoTime());
                try (FSDataInputStream in = files.open(path)) {
                    in.readFully(next % pieces * PIECE, piece);
                } catch (IOException refused) {
                    failed.increment();
                }
                own.done(System.nanoTime());
            }
        }
    }

    /** Discards the results so far and what is overdue; a read in progress is kept. */
    public void forget() {
        long now = System.nanoTime();
        turns.forEach(each -> each.forget(now));
    }

    /**
     * The time of each read since then, from when it was due, including failed ones. A read that is due and not done
     * counts with its waiting time so far: a visitor that is kept from reading must not appear fast because it reads
     * less.
     */
    public Latencies latencies() {
        long now = System.nanoTime();
        return Latencies.ofAll(turns.stream().map(each -> each.seenAt(now)).toList());
    }

    /**
     * The reads of one thread, each due one period after the previous one, regardless of its duration. Times in
     * nanoseconds.
     */
    static final class Turns {

        private final Histogram micros = Latencies.recording();
        private long due;
        private long begun;
        private long forgotten;

        Turns(long firstDue) {
            due = firstDue;
            begun = firstDue;
            forgotten = firstDue;
        }

        /** The due time of the next or current read. */
        synchronized long due() {
            return due;
        }

        /** The read has begun. */
        synchronized void begun(long now) {
            begun = now;
        }

        /** The read is done; the next is due. */
        synchronized void done(long now) {
            Latencies.record(micros, now - due);
            due = next(due);
        }

        private long next(long previous) {
            long next = previous + PERIOD.toNanos();
            return next - forgotten < 0 ? forgotten : next;
        }

        /** Restarts the measurement: of the reads due before, only one in progress counts, from when it began. */
        synchronized void forget(long now) {
            micros.reset();
            forgotten = now;
            if (begun - due > 0) {
                due = begun;
            }
        }

        /** The times of all completed reads and the waiting times so far of all due ones. */
        synchronized Latencies seenAt(long now) {
            Histogram all = micros.copy();
            for (long missed = due; missed - now < 0; missed = next(missed)) {
                Latencies.record(all, now - missed);
            }
            return Latencies.of(all);
        }
    }

    /** The number of reads that failed finally, after all retries of HDFS's client. */
    public long failed() {
        return failed.sum();
    }

    /** Ends the threads; reads in progress are not awaited. */
    @Override
    public void close() throws IOException {
        threads.forEach(Worker::end);
        files.close();
    }
}
