package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.Cluster;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.Repository;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a scenario is given to work with.
 *
 * @param window how long one measurement lasts
 * @param repeats how often each is made
 * @param diskRate of the slow disk, in MiB a second
 * @param disk of which kind it is, where the scenario leaves a choice
 * @param readaheadKib what the kernel reads ahead on the slow disk, in KiB
 * @param nativeLibrary whether the DataNode has Hadoop's native library, and so reads ahead itself
 * @param part what the name of a case must contain to be played; empty for all of them
 * @param settings what the DataNode is set to besides what the scenario sets, by key
 * @param folder for whatever it needs; removed afterwards
 * @param belongings what is cleaned up at the end, however the end comes
 * @param out where it tells what it found
 */
record Stage(
        Duration window,
        int repeats,
        int diskRate,
        DiskKind disk,
        int readaheadKib,
        boolean nativeLibrary,
        String part,
        Map<String, String> settings,
        Path folder,
        Belongings belongings,
        PrintStream out) {

    private static final String HADOOP = "3.4";
    private static final String LIBRARY = "libhadoop.so";
    private static final String READAHEAD = "dfs.datanode.readahead.bytes";

    /** What a DataNode with the native library reads ahead, as in hdfs-default.xml. */
    private static final int HADOOPS_READAHEAD_BYTES = 4 << 20;

    /** Whether the case of that name is to be played. */
    boolean plays(String name) {
        return name.contains(part);
    }

    /** The same with a disk of that rate, and a DataNode that is set to this besides. */
    Stage with(int mebibytesPerSecond, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(more);
        all.putAll(settings);
        return new Stage(
                window,
                repeats,
                mebibytesPerSecond,
                disk,
                readaheadKib,
                nativeLibrary,
                part,
                all,
                folder,
                belongings,
                out);
    }

    /** The same with others that close what is started. */
    Stage with(Belongings others) {
        return new Stage(
                window, repeats, diskRate, disk, readaheadKib, nativeLibrary, part, settings, folder, others, out);
    }

    /**
     * Starts a cluster with these settings of its DataNode; with the native library, if that is asked for.
     *
     * @param flags of the DataNode's JVM
     * @param additions JARs on its class path
     */
    Cluster cluster(Path where, Map<String, String> dataNode, List<String> flags, List<Path> additions) {
        HadoopHost hadoop = HadoopHost.version(Repository.find(), HADOOP);
        Map<String, String> all = new LinkedHashMap<>(dataNode);
        if (nativeLibrary) {
            hadoop = hadoop.withNativeLibrary();
            all.put(READAHEAD, Integer.toString(HADOOPS_READAHEAD_BYTES));
        }
        Cluster cluster = belongings.own(Cluster.start(where, hadoop, all, flags, additions));
        if (cluster.dataNode().process().hasLoaded(LIBRARY) != nativeLibrary) {
            throw new IllegalStateException("the DataNode was to run " + (nativeLibrary ? "with " : "without ")
                    + LIBRARY + ": " + cluster.dataNode().process().log());
        }
        return cluster;
    }

    /** What the DataNode itself reads ahead of a reader, in bytes. */
    int hadoopsReadaheadBytes() {
        return nativeLibrary ? HADOOPS_READAHEAD_BYTES : 0;
    }

    /** Prints a line. */
    void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
