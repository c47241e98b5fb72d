package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.report.Isolation.Served;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * One thread that requests pieces of a file, at random positions, at fixed instants. A late request is sent as soon as
 * the previous one is complete, and its waiting counts from when it was due: a client that is served badly does not
 * request less.
 */
public final class Requests implements AutoCloseable {

    /** The most that the kernel may have read beyond a piece. */
    private static final long READ_AHEAD = 8 << 20;

    private final List<Served> served = new CopyOnWriteArrayList<>();
    private final Worker worker;

    /** Starts them: so many a second, each of so many bytes of a file of that length. */
    Requests(Hdfs hdfs, String path, long fileBytes, int bytes, double perSecond, Streams.Behind behind) {
        worker = Worker.start(
                "requests-" + path, running -> send(running, hdfs, path, fileBytes / bytes, bytes, perSecond, behind));
    }

    private void send(
            BooleanSupplier running,
            Hdfs hdfs,
            String path,
            long pieces,
            int bytes,
            double perSecond,
            Streams.Behind behind)
            throws IOException {
        byte[] piece = new byte[bytes];
        SplittableRandom random = new SplittableRandom(1);
        try (FSDataInputStream in = hdfs.open(path)) {
            long begun = System.nanoTime();
            for (long i = 0; running.getAsBoolean(); i++) {
                double due = i / perSecond;
                while (since(begun) < due) {
                    LockSupport.parkNanos((long) ((due - since(begun)) * 1e9));
                }
                double asked = since(begun);
                long from = random.nextLong(pieces) * bytes;
                in.readFully(from, piece);
                served.add(new Served(due, asked, since(begun)));
                behind.passed(from, from + bytes + READ_AHEAD);
            }
        }
    }

    private static double since(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    public List<Served> served() {
        worker.check();
        return List.copyOf(served);
    }

    @Override
    public void close() {
        worker.close();
    }
}
