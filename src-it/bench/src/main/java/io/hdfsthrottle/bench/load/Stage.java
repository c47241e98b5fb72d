package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.bench.disk.Belongings;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.Repository;
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
 * What a scenario is given to work with.
 *
 * @param choices what was asked for on the command line
 * @param folder for whatever it needs; removed afterwards
 * @param belongings what is cleaned up at the end, however the end comes
 * @param out where it tells what it found
 */
public record Stage(Choices choices, Path folder, Belongings belongings, PrintStream out) {

    private static final String HADOOP = "3.4";
    private static final String LIBRARY = "libhadoop.so";
    private static final String READAHEAD = "dfs.datanode.readahead.bytes";

    /** What a DataNode with the native library reads ahead, as in hdfs-default.xml. */
    private static final int HADOOPS_READAHEAD_BYTES = 4 << 20;

    /**
     * What was asked for.
     *
     * @param window how long one measurement lasts
     * @param repeats how often each is made
     * @param diskRate of a slow disk, in MiB a second
     * @param disk of which kind it is, where the scenario leaves a choice
     * @param disks how many of them the DataNode has
     * @param readaheadKib what the kernel reads ahead on a slow disk, in KiB
     * @param count how many requests are made, where their number decides how long it takes
     * @param nativeLibrary whether the DataNode has Hadoop's native library, and so reads ahead itself
     * @param part what the name of a case must contain to be played; empty for all of them
     * @param settings what the DataNode is set to besides what the scenario sets, by key
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

    /** Whether the case of that name is to be played. */
    public boolean plays(String name) {
        return name.contains(choices.part());
    }

    /** The same with a disk of that rate, and a DataNode that is set to this besides. */
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
        return new Stage(changed, folder, belongings, out);
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
        return new Stage(changed, folder, belongings, out);
    }

    /** The same with others that close what is started. */
    public Stage with(Belongings others) {
        return new Stage(choices, folder, others, out);
    }

    /**
     * Starts a cluster with these settings of its DataNode; with the native library, if that is asked for.
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
        Cluster cluster = belongings.own(Cluster.start(where, hadoop, all, flags, additions, coordinator));
        if (cluster.dataNode().process().hasLoaded(LIBRARY) != choices.nativeLibrary()) {
            throw new IllegalStateException("the DataNode was to run "
                    + (choices.nativeLibrary() ? "with " : "without ")
                    + LIBRARY + ": " + cluster.dataNode().process().log());
        }
        return cluster;
    }

    /** Makes a slow disk of that kind, of this rate and readahead. */
    public SlowDisk slowDisk(DiskKind kind) throws IOException {
        return SlowDisk.mounted(belongings, folder, kind, diskRate(), readaheadKib());
    }

    /** The JAR that this class came from: a DataNode that runs a class of the benchmarks needs it. */
    public static Path benchJar() throws URISyntaxException {
        return Path.of(
                Stage.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** What the DataNode that runs now has used of all processors. */
    static Duration processorTime(Cluster cluster) {
        return ProcessHandle.of(cluster.dataNode().process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow(
                        () -> new IllegalStateException("the kernel does not say what the DataNode's process takes"));
    }

    /** How long one measurement lasts. */
    public Duration window() {
        return choices.window();
    }

    /** How often each measurement is made. */
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

    /** How many disks the DataNode has. */
    public int disks() {
        return choices.disks();
    }

    /** What the kernel reads ahead on a slow disk, in KiB. */
    public int readaheadKib() {
        return choices.readaheadKib();
    }

    /** How many requests are made. */
    public int count() {
        return choices.count();
    }

    /** What the DataNode itself reads ahead of a reader, in bytes. */
    public int hadoopsReadaheadBytes() {
        return choices.nativeLibrary() ? HADOOPS_READAHEAD_BYTES : 0;
    }

    /** What the DataNode is set to besides what the scenario sets, by key. */
    public Map<String, String> settings() {
        return choices.settings();
    }

    /** Prints a line. */
    public void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
