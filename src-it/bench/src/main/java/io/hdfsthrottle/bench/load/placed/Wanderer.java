package io.hdfsthrottle.bench.load.placed;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FSDataInputStream;

/** One thread that reads on one node for a time, and then on the next, each time from its last position there. */
public final class Wanderer implements AutoCloseable {

    private static final int CHUNK = 1 << 16;
    private static final long STEP = 1 << 20;

    private final List<Stay> stays = new CopyOnWriteArrayList<>();
    private final Worker worker;

    /**
     * A whole stay on a node, from the end of the previous one to its own.
     *
     * @param node from 0
     */
    public record Stay(int node, double seconds, long bytes) {

        /** Its average rate. */
        public double bytesPerSecond() {
            return bytes / seconds;
        }
    }

    /** Starts it; the files are on one node each, in their order. */
    Wanderer(Hdfs client, List<String> files, List<ColdFile> cold, Duration stay) {
        worker = Worker.start("wanderer", running -> wander(running, client, files, cold, stay.toNanos()));
    }

    private void wander(BooleanSupplier running, Hdfs client, List<String> files, List<ColdFile> cold, long stay)
            throws IOException {
        long[] places = new long[files.size()];
        long begun = System.nanoTime();
        for (int node = 0; running.getAsBoolean(); node = (node + 1) % files.size()) {
            long bytes = 0;
            while (running.getAsBoolean() && System.nanoTime() - begun < stay) {
                long from = places[node];
                try (FSDataInputStream in = client.open(files.get(node))) {
                    places[node] = read(running, in, from, cold.get(node), begun + stay);
                    bytes += (places[node] == 0 ? in.getPos() : places[node]) - from;
                }
            }
            long now = System.nanoTime();
            if (running.getAsBoolean()) {
                stays.add(new Stay(node, (now - begun) / 1e9, bytes));
            }
            begun = now;
        }
    }

    /** Reads until then or to the end; returns the position to continue from, 0 after the end. */
    private static long read(BooleanSupplier running, FSDataInputStream in, long from, ColdFile cold, long until)
            throws IOException {
        byte[] chunk = new byte[CHUNK];
        long passed = from;
        in.seek(from);
        while (running.getAsBoolean() && System.nanoTime() < until) {
            if (in.read(chunk) < 0) {
                cold.passed(passed, in.getPos());
                return 0;
            }
            if (in.getPos() - passed >= STEP) {
                cold.passed(passed, in.getPos());
                passed = in.getPos();
            }
        }
        cold.passed(passed, in.getPos());
        return in.getPos();
    }

    /** Its completed stays, in order. */
    public List<Stay> stays() {
        return List.copyOf(stays);
    }

    /**
     * Checks that it still runs.
     *
     * @throws IllegalStateException if it could not read
     */
    public void check() {
        worker.check();
    }

    @Override
    public void close() {
        worker.close();
    }
}
