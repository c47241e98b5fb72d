package io.hdfsthrottle.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** What the scenarios of the kernel layer have in common: a disk as slow as one that throttles really had, tenants of one reader each. */
final class KernelRig implements AutoCloseable {

    /** Four readers get 21 MB/s each of it: whoever is to have 40 has to be given it. */
    static final int DISK_MIB = 80;

    static final int SMALL = 16 << 10;
    static final int LARGE = 16 << 20;
    static final List<Integer> OBJECTS = List.of(SMALL, LARGE);

    private static final int FILE_BYTES = 256 << 20;
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> ENFORCE = Map.of("hdfs.throttle.kernel.blkio", "enforce");

    private final SlowDiskCluster cluster;

    private KernelRig(SlowDiskCluster cluster) {
        this.cluster = cluster;
    }

    static KernelRig start(Stage stage, int tenants) throws Exception {
        return new KernelRig(
                SlowDiskCluster.start(stage.with(DISK_MIB, ENFORCE), DiskKind.STEADY, tenants, FILE_BYTES));
    }

    static String named(int objectBytes) {
        return objectBytes == SMALL ? "16 KB" : "16 MB";
    }

    SlowDiskCluster cluster() {
        return cluster;
    }

    /** Starts the DataNode anew; with the hook it is ready when the kernel's limit was proved on the volume. */
    void hook(boolean on) throws InterruptedException {
        cluster.hook(on);
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (on && !cluster.readsCoveredBy().contains("blkio enforce")) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("blkio does not hold here: " + cluster.readsCoveredBy());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** So many tenants, all alike. */
    void equal(int tenants) throws IOException {
        for (int tenant = 0; tenant < tenants; tenant++) {
            cluster.weigh(tenant, 1);
        }
    }

    /** Readers of objects of that size, one for each of the first tenants. */
    List<ObjectReader> readers(int tenants, int objectBytes) throws IOException {
        cluster.forget();
        return IntStream.range(0, tenants)
                .mapToObj(tenant -> cluster.objects(tenant, objectBytes))
                .toList();
    }

    /** Watches after a while in which shares may settle. */
    List<Window> windows(Stage stage, List<ObjectReader> readers) throws IOException {
        pause(SETTLING);
        List<Window> windows = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            windows.add(window(stage.window(), readers));
        }
        return windows;
    }

    /** What each of them gets in that time. */
    Window window(Duration length, List<ObjectReader> readers) throws IOException {
        long before = cluster.bytesMoved();
        long from = System.nanoTime();
        pause(length);
        long to = System.nanoTime();
        double moved = (cluster.bytesMoved() - before) / ((to - from) / 1e9);
        return new Window(readers.stream().map(reader -> reader.rate(from, to)).toList(), moved);
    }

    static void pause(Duration length) {
        long until = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /** Figures of readers that were served from memory, or of a disk that others kept from its rate, prove nothing. */
    List<Bar> validity(Stage stage, List<Window> uncontrolled, List<Window> controlled) {
        List<Window> all = new ArrayList<>(uncontrolled);
        all.addAll(controlled);
        double rate = DISK_MIB * (double) (1 << 20);
        List<Bar> bars = List.of(
                Bar.atLeast(
                        "valid run: moved by the disk, percent of what clients moved",
                        Statistics.smallest(all.stream()
                                .map(window -> window.moved() / window.total() * 100)
                                .toList()),
                        97),
                Bar.atLeast(
                        "valid run: moved by the disk without control, percent of its rate",
                        Statistics.smallest(uncontrolled.stream()
                                .map(window -> window.moved() / rate * 100)
                                .toList()),
                        95),
                Bar.atMost("valid run: errors that the hook caught", (double) cluster.hookErrors(), 0));
        if (!bars.stream().allMatch(Bar::holds)) {
            stage.say("INVALID: readers were served from memory, or something else kept the disk from its rate");
        }
        return bars;
    }

    /** In MB/s, to print. */
    static String told(List<Double> rates) {
        StringBuilder line = new StringBuilder();
        rates.forEach(rate -> line.append(String.format(Locale.ROOT, " %5.1f", rate / PaceShares.MEGA)));
        return line.toString();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
