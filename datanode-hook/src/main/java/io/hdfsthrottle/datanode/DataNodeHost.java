package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.datanode.field.ReadaheadPoolField;
import io.hdfsthrottle.datanode.host.HadoopBlockFiles;
import io.hdfsthrottle.datanode.host.TransferThreads;
import io.hdfsthrottle.datanode.transfer.BlockVolumes;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.usage.DrainFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;

/** The DataNode as the agent inside it sees it: volumes, transfer threads, user groups, limits. */
public final class DataNodeHost implements Host {

    private static final String READAHEAD = "dfs.datanode.readahead.bytes";

    /** The default of hdfs-default.xml. */
    private static final long READAHEAD_BYTES = 4L << 20;

    /** Per transfer thread: a socket, a block file, its checksum file. */
    private static final long FILES_A_THREAD = 3;

    /**
     * The most that the hook itself opens: an eighth for blocks ({@code VolumeFiles}), a 32nd for threads' figures
     * ({@code TaskIo}).
     */
    private static final double HOOKS_PART = 1.0 / 8 + 1.0 / 32;

    /**
     * Other files of a DataNode: JARs, logs, and three for each of some hundred selectors of threads that wait for a
     * slow client.
     */
    private static final long OTHER_FILES = 3072;

    /** Other threads of a DataNode: its own, and packet responders of writers. */
    private static final long OTHER_THREADS = 1024;

    private final boolean readsAhead;

    private final DataNode dataNode;
    private final BlockVolumes volumes;
    private final TransferThreads threads;
    private final UserGroups groups;
    private final Predicate<String> relays;
    private final Supplier<Map<String, DrainFacts>> drains;
    private final long mostByProcess;

    DataNodeHost(
            DataNode dataNode,
            BlockVolumes volumes,
            TransferThreads threads,
            UserGroups groups,
            Predicate<String> relays,
            Supplier<Map<String, DrainFacts>> drains) {
        this.groups = groups;
        this.relays = relays;
        this.drains = drains;
        this.dataNode = dataNode;
        this.volumes = volumes;
        this.threads = threads;
        this.mostByProcess = mostWithin(ProcessLimits.read(Path.of("/proc"), Path.of("/sys/fs/cgroup")));
        long bytes = dataNode.getConf().getLong(READAHEAD, READAHEAD_BYTES);
        this.readsAhead = bytes > 0 && NativeIO.isAvailable() && !ReadaheadPoolField.isKnown();
    }

    /** How many transfer threads such a process can have without running out of files or threads. */
    public static long mostWithin(ProcessLimits limits) {
        long files = (long) (limits.files() * (1 - HOOKS_PART)) - OTHER_FILES;
        return Math.min(files / FILES_A_THREAD, limits.threads() - OTHER_THREADS);
    }

    /**
     * Hadoop's readahead runs on its own threads ({@code ReadaheadPool}) and only with its native library; the hook
     * disables it where it can.
     */
    @Override
    public boolean readsAhead() {
        return readsAhead;
    }

    @Override
    public BlockFiles blockFiles() {
        return new HadoopBlockFiles();
    }

    @Override
    public int transferPort() {
        return dataNode.getXferPort();
    }

    @Override
    public Path stateFolder() {
        return HookSettings.stateFolder(dataNode.getConf());
    }

    @Override
    public UserGroups groups() {
        return groups;
    }

    @Override
    public boolean isRelay(String address) {
        return relays.test(address);
    }

    @Override
    public List<Volume> volumes() {
        return volumes.all();
    }

    @Override
    public Map<String, DrainFacts> drains() {
        return drains.get();
    }

    /**
     * The thread count and limit that {@code DataXceiverServer.run} compares before it accepts a client; beyond, it
     * refuses.
     */
    @Override
    public Slots slots() {
        int given = threads.given();
        long spare = threads.lendable().isDone() ? Math.min(mostByProcess, Integer.MAX_VALUE) - given : 0;
        return Slots.of(dataNode.getXceiverCount(), given, (int) Math.max(0, spare));
    }

    @Override
    public void lend(int more) {
        threads.lend(more);
    }
}
