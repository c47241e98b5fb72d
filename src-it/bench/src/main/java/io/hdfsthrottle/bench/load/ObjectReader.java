package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * One thread that reads the objects of a file in order, repeatedly: large ones with one request each, small ones from a
 * stream, since a request for each would keep the thread busier than the disk. What it has read is dropped from the
 * page cache some way behind it: the kernel reads ahead for a reader that has the previous pages in memory.
 */
public final class ObjectReader implements AutoCloseable {

    private static final int STEP = 1 << 20;

    /**
     * How far behind it drops, and drops once more: pieces that the kernel keeps as one stay as long as a part of them
     * is left out.
     */
    private static final long LAG = 8 << 20;

    private record Mark(long nanos, long bytes) {}

    private final List<Mark> marks = new CopyOnWriteArrayList<>();
    private final Worker worker;

    /** Starts it; a file holds a whole number of objects. */
    ObjectReader(Hdfs hdfs, String path, long fileBytes, int size, Streams.Behind behind) {
        worker = Worker.start("objects-" + path, running -> read(running, hdfs, path, fileBytes, size, behind));
    }

    private void read(BooleanSupplier running, Hdfs hdfs, String path, long fileBytes, int size, Streams.Behind behind)
            throws IOException {
        byte[] object = new byte[size];
        long bytes = 0;
        try (FSDataInputStream in = hdfs.open(path)) {
            while (running.getAsBoolean()) {
                long dropped = 0;
                in.seek(0);
                for (long at = 0; running.getAsBoolean() && at < fileBytes; at += size) {
                    if (size < STEP) {
                        in.readFully(object);
                    } else {
                        in.readFully(at, object);
                    }
                    bytes += size;
                    if ((at + size) % STEP == 0) {
                        marks.add(new Mark(System.nanoTime(), bytes));
                        if (at + size - LAG > dropped) {
                            behind.passed(Math.max(dropped - LAG, 0), at + size - LAG);
                            dropped = at + size - LAG;
                        }
                    }
                }
                behind.passed(Math.max(dropped - LAG, 0), fileBytes);
            }
        }
    }

    /**
     * Its rate between two instants in bytes per second, counted from the end of the first object to the end of the
     * last one between them: objects cut by an instant would count for nothing or for too much.
     */
    public double rate(long fromNanos, long toNanos) {
        worker.check();
        List<Mark> within = marks.stream()
                .filter(mark -> mark.nanos - fromNanos >= 0 && mark.nanos - toNanos <= 0)
                .toList();
        if (within.size() < 2) {
            return Double.NaN;
        }
        Mark first = within.get(0);
        Mark last = within.get(within.size() - 1);
        return (last.bytes - first.bytes) / ((last.nanos - first.nanos) / 1e9);
    }

    @Override
    public void close() {
        worker.close();
    }
}
