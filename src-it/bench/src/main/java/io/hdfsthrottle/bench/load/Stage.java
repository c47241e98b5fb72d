package io.hdfsthrottle.bench.load;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * The options of the command line, as {@code --help} describes them, and the resources of a scenario.
 *
 * @param window the length of one measurement, of which there are {@code repeats} of each kind
 * @param diskRate of a slow disk, in MiB a second
 * @param busy how many other processes keep processors busy during all measurements
 * @param part what the name of a case must contain to be run; empty for all of them
 * @param folder for the scenario's files; removed afterwards
 */
public record Stage(
        Duration window,
        int repeats,
        int diskRate,
        DiskKind disk,
        int disks,
        int readaheadKib,
        int count,
        boolean isNative,
        int busy,
        String part,
        Map<String, String> settings,
        Path folder,
        RunResources resources) {

    /** Spins until it is killed or, looking now and then, finds that the process of that number has ended. */
    private static final String SPIN =
            "while kill -0 %d 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

    private static final int HADOOPS_READAHEAD_BYTES = 4 << 20; // as in hdfs-default.xml

    private Stage with(int rate, int number, Map<String, String> all, Path where, RunResources others) {
        return new Stage(
                window, repeats, rate, disk, number, readaheadKib, count, isNative, busy, part, all, where, others);
    }

    /** The same with a disk of that rate, and these further settings of the DataNode. */
    public Stage with(int mebibytesPerSecond, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(more);
        all.putAll(settings);
        return with(mebibytesPerSecond, disks, all, folder, resources);
    }

    /** The same with so many disks of its DataNode. */
    public Stage onDisks(int number) {
        return with(diskRate, number, settings, folder, resources);
    }

    /** The same with files in that folder. */
    public Stage in(Path where) {
        return with(diskRate, disks, settings, where, resources);
    }

    Stage with(RunResources others) {
        return with(diskRate, disks, settings, folder, others);
    }

    public double bytesPerSecond() {
        return diskRate * (double) (1 << 20);
    }

    /** The beginning of the names of a disk's bars, if it is one of several. */
    public String where(LoadedDisk one) {
        return disks == 1 ? "" : "disk " + one.number() + ", ";
    }

    /** Whether the case of that name is to be run. */
    public boolean plays(String name) {
        return name.contains(part);
    }

    /** Starts a cluster with these settings of its DataNode, JARs on its class path and flags of its JVM. */
    public Cluster cluster(Path where, Map<String, String> dataNode, List<String> flags, List<Path> additions) {
        return cluster(where, dataNode, flags, additions, Map.of());
    }

    /** The same with these settings of its coordinator. */
    Cluster cluster(
            Path where, Map<String, String> site, List<String> flags, List<Path> jars, Map<String, String> control) {
        HadoopHost hadoop = HadoopHost.version(Repository.find(), "3.4");
        String readahead = Integer.toString(HADOOPS_READAHEAD_BYTES);
        Cluster cluster = resources.own(Cluster.in(where)
                .hadoop(isNative ? hadoop.withNativeLibrary() : hadoop)
                .dataNode(site)
                .dataNode(isNative ? Map.of("dfs.datanode.readahead.bytes", readahead) : Map.of())
                .dataNodes(setup -> setup.withFlags(flags).adding(jars))
                .coordinator(control)
                .start());
        if (cluster.dataNode().process().hasLoaded("libhadoop.so") != isNative) {
            throw new IllegalStateException("the DataNode was to run with libhadoop.so: " + isNative);
        }
        return cluster;
    }

    /** Creates a slow disk of that kind, with this stage's rate and readahead. */
    public SlowDisk slowDisk(DiskKind kind) throws IOException {
        return SlowDisk.in(folder, resources, kind, diskRate, readaheadKib, 7, 1024, 1);
    }

    /** Starts the processes that keep processors busy, at the usual priority, until that is closed. */
    void startBusy(RunResources until) throws IOException {
        for (int i = 0; i < busy; i++) {
            String spin = SPIN.formatted(ProcessHandle.current().pid());
            until.own(new ProcessBuilder("sh", "-c", spin).start()::destroyForcibly);
        }
    }

    /** Has the hook of a DataNode with the {@link SwitchedPlugin} of that folder work or rest; waits until it does. */
    public static void hook(Path folder, boolean on) throws IOException {
        SwitchedPlugin.ask(folder, on);
        await("the hook switched").atMost(Duration.ofSeconds(30)).until(() -> SwitchedPlugin.isDone(folder, on));
    }

    /** How much these counters grow in a second: the mean over so long, for all at the same time. */
    public static List<Double> growth(Duration time, List<DoubleSupplier> counters) {
        List<Double> before = each(counters, DoubleSupplier::getAsDouble);
        long begun = System.nanoTime();
        Rates.over(time, List.of());
        double seconds = (System.nanoTime() - begun) / 1e9;
        List<Double> after = each(counters, DoubleSupplier::getAsDouble);
        return numbered(counters.size(), i -> (after.get(i) - before.get(i)) / seconds);
    }

    /** The rates of these streams of each disk in one window, all at the same time. */
    public List<Window> windows(List<LoadedDisk> all, List<List<Streams>> streams) {
        List<DoubleSupplier> counters = new ArrayList<>();
        all.forEach(one -> counters.add(one::bytesMoved));
        streams.forEach(some -> some.forEach(stream -> counters.add(stream::bytes)));
        List<Double> rates = growth(window, counters);
        List<Window> windows = new ArrayList<>();
        int first = all.size();
        for (int i = 0; i < all.size(); i++) {
            int next = first + streams.get(i).size();
            windows.add(new Window(rates.subList(first, next), rates.get(i), window.toNanos() / 1e9));
            first = next;
        }
        return windows;
    }

    /** The JAR that contains this class: a DataNode that runs a class of the benchmarks needs it. */
    public static Path benchJar() throws URISyntaxException {
        return Path.of(
                Stage.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The processor time that the current DataNode has used, in nanoseconds. */
    public static long processorNanos(Cluster cluster) {
        long process = cluster.dataNode().process().pid();
        return ProcessHandle.of(process)
                .flatMap(each -> each.info().totalCpuDuration())
                .orElseThrow()
                .toNanos();
    }

    /** The DataNode's own readahead, in bytes. */
    public int hadoopsReadaheadBytes() {
        return isNative ? HADOOPS_READAHEAD_BYTES : 0;
    }

    public void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
