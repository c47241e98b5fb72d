package io.hdfsthrottle.bench.load.placed;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FSDataInputStream;

/** One thread that reads on one node for a time, and then on the next, each time from its last position there. */
public final class Wanderer implements AutoCloseable {

    private static final int CHUNK = 1 << 16;
    private static final long STEP = 1 << 20;

    private final List<Stay> stays = new CopyOnWriteArrayList<>();
    private final AtomicReference<IOException> trouble = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean running = true;

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

    private Wanderer(Hdfs client, List<String> files, List<ColdFile> cold, Duration stay) {
        thread = new Thread(
                () -> {
                    try {
                        wander(client, files, cold, stay.toNanos());
                    } catch (IOException failed) {
                        trouble.set(failed);
                    }
                },
                "wanderer");
        thread.setDaemon(true);
    }

    /** Starts it; the files are on one node each, in their order. */
    public static Wanderer start(Hdfs client, List<String> files, List<ColdFile> cold, Duration stay) {
        Wanderer wanderer = new Wanderer(client, files, cold, stay);
        wanderer.thread.start();
        return wanderer;
    }

    private void wander(Hdfs client, List<String> files, List<ColdFile> cold, long stay) throws IOException {
        long[] places = new long[files.size()];
        long begun = System.nanoTime();
        for (int node = 0; running; node = (node + 1) % files.size()) {
            long bytes = 0;
            while (running && System.nanoTime() - begun < stay) {
                long from = places[node];
                try (FSDataInputStream in = client.open(files.get(node))) {
                    places[node] = read(in, from, cold.get(node), begun + stay);
                    bytes += (places[node] == 0 ? in.getPos() : places[node]) - from;
                }
            }
            long now = System.nanoTime();
            if (running) {
                stays.add(new Stay(node, (now - begun) / 1e9, bytes));
            }
            begun = now;
        }
    }

    /** Reads until then or to the end; returns the position to continue from, 0 after the end. */
    private long read(FSDataInputStream in, long from, ColdFile cold, long until) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long passed = from;
        in.seek(from);
        while (running && System.nanoTime() < until) {
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
        if (trouble.get() != null) {
            throw new IllegalStateException("the wandering reader failed", trouble.get());
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
