package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The input and resources of a scenario.
 *
 * @param choices the options of the command line
 * @param folder for the scenario's files; removed afterwards
 * @param resources what is cleaned up at the end, also on failure
 * @param out where it prints its results
 */
public record Stage(Choices choices, Path folder, RunResources resources, PrintStream out) {

    private static final String HADOOP = "3.4";
    private static final String LIBRARY = "libhadoop.so";
    private static final String READAHEAD = "dfs.datanode.readahead.bytes";

    /** The readahead of a DataNode with the native library, as in hdfs-default.xml. */
    private static final int HADOOPS_READAHEAD_BYTES = 4 << 20;

    /**
     * The options of the command line.
     *
     * @param window the length of one measurement
     * @param repeats the number of measurements of each kind
     * @param diskRate of a slow disk, in MiB a second
     * @param disk its kind, where the scenario leaves a choice
     * @param disks the number of the DataNode's disks
     * @param readaheadKib the kernel's readahead on a slow disk, in KiB
     * @param count the number of requests, where it decides the duration
     * @param nativeLibrary whether the DataNode has Hadoop's native library, and so reads ahead itself
     * @param part what the name of a case must contain to be run; empty for all of them
     * @param settings further settings of the DataNode, by key
     */
    public record Choices(
            Duration window,
            int repeats,
            int diskRate,
            DiskKind disk,
            int disks,
            int readaheadKib,
            int count,
            boolean nativeLibrary,
            String part,
            Map<String, String> settings) {

        /** Immutable. */
        public Choices {
            settings = Map.copyOf(settings);
        }
    }

    /** Whether the case of that name is to be run. */
    public boolean plays(String name) {
        return name.contains(choices.part());
    }

    /** The same with a disk of that rate, and these further settings of the DataNode. */
    public Stage with(int mebibytesPerSecond, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(more);
        all.putAll(settings());
        Choices changed = new Choices(
                window(),
                repeats(),
                mebibytesPerSecond,
                disk(),
                disks(),
                readaheadKib(),
                count(),
                choices.nativeLibrary(),
                choices.part(),
                all);
        return new Stage(changed, folder, resources, out);
    }

    /** The same with so many disks of its DataNode. */
    public Stage onDisks(int number) {
        Choices changed = new Choices(
                window(),
                repeats(),
                diskRate(),
                disk(),
                number,
                readaheadKib(),
                count(),
                choices.nativeLibrary(),
                choices.part(),
                settings());
        return new Stage(changed, folder, resources, out);
    }

    /** The same with other resources. */
    public Stage with(RunResources others) {
        return new Stage(choices, folder, others, out);
    }

    /**
     * Starts a cluster with these settings of its DataNode; with the native library, if that is selected.
     *
     * @param flags of the DataNode's JVM
     * @param additions JARs on its class path
     */
    public Cluster cluster(Path where, Map<String, String> dataNode, List<String> flags, List<Path> additions) {
        return cluster(where, dataNode, flags, additions, Map.of());
    }

    /** The same with these settings of its coordinator. */
    Cluster cluster(
            Path where,
            Map<String, String> dataNode,
            List<String> flags,
            List<Path> additions,
            Map<String, String> coordinator) {
        HadoopHost hadoop = HadoopHost.version(Repository.find(), HADOOP);
        Map<String, String> all = new LinkedHashMap<>(dataNode);
        if (choices.nativeLibrary()) {
            hadoop = hadoop.withNativeLibrary();
            all.put(READAHEAD, Integer.toString(HADOOPS_READAHEAD_BYTES));
        }
        Cluster cluster = resources.own(Cluster.start(where, hadoop, all, flags, additions, coordinator));
        if (cluster.dataNode().process().hasLoaded(LIBRARY) != choices.nativeLibrary()) {
            throw new IllegalStateException("the DataNode was to run "
                    + (choices.nativeLibrary() ? "with " : "without ")
                    + LIBRARY + ": " + cluster.dataNode().process().log());
        }
        return cluster;
    }

    /** Creates a slow disk of that kind, with this stage's rate and readahead. */
    public SlowDisk slowDisk(DiskKind kind) throws IOException {
        return SlowDisk.mounted(resources, folder, kind, diskRate(), readaheadKib());
    }

    /** The JAR that contains this class: a DataNode that runs a class of the benchmarks needs it. */
    public static Path benchJar() throws URISyntaxException {
        return Path.of(
                Stage.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** The processor time that the current DataNode has used. */
    static Duration processorTime(Cluster cluster) {
        return ProcessHandle.of(cluster.dataNode().process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(
                        () -> new IllegalStateException("the kernel does not say what the DataNode's process takes"));
    }

    /** The length of one measurement. */
    public Duration window() {
        return choices.window();
    }

    /** The number of repeats of each measurement. */
    public int repeats() {
        return choices.repeats();
    }

    /** The rate of a slow disk, in MiB a second. */
    public int diskRate() {
        return choices.diskRate();
    }

    /** The kind of disk, where the scenario leaves a choice. */
    public DiskKind disk() {
        return choices.disk();
    }

    /** The number of the DataNode's disks. */
    public int disks() {
        return choices.disks();
    }

    /** The kernel's readahead on a slow disk, in KiB. */
    public int readaheadKib() {
        return choices.readaheadKib();
    }

    /** The number of requests. */
    public int count() {
        return choices.count();
    }

    /** The DataNode's own readahead, in bytes. */
    public int hadoopsReadaheadBytes() {
        return choices.nativeLibrary() ? HADOOPS_READAHEAD_BYTES : 0;
    }

    /** Further settings of the DataNode, by key. */
    public Map<String, String> settings() {
        return choices.settings();
    }

    /** Prints a line. */
    public void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
