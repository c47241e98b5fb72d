package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.ObjectReader;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Set-up shared by the scenarios of the kernel layer: a disk as slow as one that throttles really had, tenants of one
 * reader each.
 */
record KernelRig(Stage stage, SlowDiskCluster cluster) implements AutoCloseable {

    /** Four readers get 21 MB/s each of it: a reader gets 40 only if control gives it. */
    static final int DISK_MIB = 80;

    private static final int SMALL = 16 << 10;
    private static final int LARGE = 16 << 20;

    /** The sizes of objects. */
    static final List<Integer> OBJECTS = List.of(SMALL, LARGE);

    private static final int FILE_BYTES = 256 << 20;
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> ENFORCE = Map.of("hdfs.throttle.kernel.blkio", "enforce");

    static KernelRig start(Stage stage, int tenants) throws Exception {
        Stage own = stage.with(DISK_MIB, ENFORCE);
        return new KernelRig(own, SlowDiskCluster.start(own, DiskKind.STEADY, tenants, FILE_BYTES));
    }

    static String named(int objectBytes) {
        return objectBytes == SMALL ? "16 KB" : "16 MB";
    }

    /** Restarts the DataNode; with the hook it is ready when the kernel's limit was proved on the volume. */
    void hook(boolean on) {
        cluster.hook(on);
        if (on) {
            await("blkio on the volume")
                    .atMost(PATIENCE)
                    .until(() -> cluster.figures().coverage().toString().contains("blkio enforce"));
        }
    }

    /** Gives tenants these weights. */
    void weigh(List<Integer> weights) throws IOException {
        for (int tenant = 0; tenant < weights.size(); tenant++) {
            cluster.weigh(tenant, weights.get(tenant));
        }
    }

    /** What is measured while readers read. */
    interface Measurement<T> {

        T of(List<ObjectReader> readers) throws IOException;
    }

    /** Measures while the first tenants read objects of that size with one reader each. */
    <T> T reading(int tenants, int objectBytes, Measurement<T> measurement) throws IOException {
        cluster.forget();
        List<ObjectReader> readers = IntStream.range(0, tenants)
                .mapToObj(tenant -> cluster.disk().objects(tenant, objectBytes))
                .toList();
        try {
            return measurement.of(readers);
        } finally {
            readers.forEach(ObjectReader::close);
        }
    }

    /** A window for each repeat after shares have settled; each is printed. */
    List<Window> windows(String what, List<ObjectReader> readers) {
        pause(SETTLING);
        List<Window> windows = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            Window window = window(readers);
            windows.add(window);
            StringBuilder rates = new StringBuilder();
            window.rates().forEach(rate -> rates.append(String.format(Locale.ROOT, " %5.1f", rate / MEGA)));
            stage.say(
                    "%-42s %s MB/s, total %6.1f (disk %6.1f)",
                    what, rates, window.total() / MEGA, window.moved() / MEGA);
        }
        return windows;
    }

    /** Each reader's rate in a window. */
    Window window(List<ObjectReader> readers) {
        long before = cluster.disk().bytesMoved();
        long from = System.nanoTime();
        pause(stage.window());
        long to = System.nanoTime();
        double seconds = (to - from) / 1e9;
        double moved = (cluster.disk().bytesMoved() - before) / seconds;
        return new Window(each(readers, reader -> reader.rate(from, to)), moved, seconds);
    }

    static void pause(Duration length) {
        long until = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /** Adds the bars that these windows are valid. */
    Outcome validity(Outcome outcome, Collection<List<Window>> uncontrolled, Collection<List<Window>> controlled) {
        OptionalDouble rate = OptionalDouble.of(DISK_MIB << 20);
        return outcome.bars(Validity.of("", all(uncontrolled), all(controlled), rate))
                .atMost(Validity.VALID + "errors that the hook caught", (double) cluster.hookErrors(), 0);
    }

    private static List<Window> all(Collection<List<Window>> windows) {
        return windows.stream().flatMap(List::stream).toList();
    }

    /** Medians and every window, in MB/s. */
    static Figures figures(List<Window> windows) {
        return new Figures()
                .put(
                        "tenantsMBps",
                        IntStream.range(0, windows.get(0).rates().size())
                                .mapToObj(tenant -> Statistics.megabytes(Window.of(windows, tenant)))
                                .toList())
                .megabytes("diskMBps", each(windows, Window::moved));
    }

    /** A bar for each tenant in each bundle of windows; missing tenants of a bundle have bars of height 0. */
    static Chart<?, ?> chart(String title, Map<String, List<Window>> bundles, int tenants) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int i = 0; i < tenants; i++) {
            int tenant = i;
            series.put(
                    "tenant " + (tenant + 1),
                    each(
                            List.copyOf(bundles.values()),
                            windows -> tenant < windows.get(0).rates().size() ? Window.megabytes(windows, tenant) : 0));
        }
        return Charts.bars(title, "MB/s", List.copyOf(bundles.keySet()), series);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
