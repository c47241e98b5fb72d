package io.hdfsthrottle.bench.scenario.kernel;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.ObjectReader;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
final class KernelRig implements AutoCloseable {

    /** Four readers get 21 MB/s each of it: a reader gets 40 only if control gives it. */
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

    /** Restarts the DataNode; with the hook it is ready when the kernel's limit was proved on the volume. */
    void hook(boolean on) {
        cluster.hook(on);
        if (on) {
            await("blkio on the volume").atMost(PATIENCE).until(() -> cluster.readsCoveredBy()
                    .contains("blkio enforce"));
        }
    }

    /** Makes so many tenants equal. */
    void equal(int tenants) throws IOException {
        for (int tenant = 0; tenant < tenants; tenant++) {
            cluster.weigh(tenant, 1);
        }
    }

    /** Readers of objects of that size, one for each of the first tenants. */
    List<ObjectReader> readers(int tenants, int objectBytes) throws IOException {
        cluster.forget();
        return IntStream.range(0, tenants)
                .mapToObj(tenant -> cluster.disk().objects(tenant, objectBytes))
                .toList();
    }

    /** Measures after shares have settled. */
    List<Window> windows(Stage stage, List<ObjectReader> readers) throws IOException {
        pause(SETTLING);
        List<Window> windows = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            windows.add(window(stage.window(), readers));
        }
        return windows;
    }

    /** Each reader's rate in that time. */
    Window window(Duration length, List<ObjectReader> readers) throws IOException {
        long before = cluster.disk().bytesMoved();
        long from = System.nanoTime();
        pause(length);
        long to = System.nanoTime();
        double moved = (cluster.disk().bytesMoved() - before) / ((to - from) / 1e9);
        return new Window(readers.stream().map(reader -> reader.rate(from, to)).toList(), moved, (to - from) / 1e9);
    }

    static void pause(Duration length) {
        long until = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
    }

    /** The bars that these windows are valid. */
    List<Bar> validity(List<Window> uncontrolled, List<Window> controlled) {
        List<Bar> bars = new ArrayList<>(
                Validity.of("", uncontrolled, controlled, OptionalDouble.of(DISK_MIB * (double) (1 << 20))));
        bars.add(Bar.atMost(Validity.VALID + "errors that the hook caught", (double) cluster.hookErrors(), 0));
        return bars;
    }

    /** Medians and every window, in MB/s. */
    static Map<String, Object> members(List<Window> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(
                "tenantsMBps",
                IntStream.range(0, windows.get(0).rates().size())
                        .mapToObj(tenant -> Statistics.megabytes(windows.stream()
                                .map(window -> window.rates().get(tenant))
                                .toList()))
                        .toList());
        members.put(
                "diskMBps",
                Statistics.megabytes(windows.stream().map(Window::moved).toList()));
        return members;
    }

    /** A bar for each tenant in each bundle of windows; missing tenants of a bundle have bars of height 0. */
    static Chart<?, ?> chart(String title, Map<String, List<Window>> bundles, int tenants) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int tenant = 0; tenant < tenants; tenant++) {
            int each = tenant;
            series.put(
                    "tenant " + (tenant + 1),
                    bundles.values().stream()
                            .map(windows -> each < windows.get(0).rates().size()
                                    ? Window.median(windows, each) / Statistics.MEGA
                                    : 0.0)
                            .toList());
        }
        return Charts.bars(title, "MB/s", List.copyOf(bundles.keySet()), series);
    }

    /** In MB/s, to print. */
    static String text(List<Double> rates) {
        StringBuilder line = new StringBuilder();
        rates.forEach(rate -> line.append(String.format(Locale.ROOT, " %5.1f", rate / Statistics.MEGA)));
        return line.toString();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
