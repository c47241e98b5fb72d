package io.hdfsthrottle.datanode;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.pace.Slots;
import io.hdfsthrottle.pace.Volume;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;

/** What a DataNode says of itself to the agent inside it. */
final class DataNodeHost implements Host {

    private static final String READAHEAD = "dfs.datanode.readahead.bytes";

    /** As in hdfs-default.xml. */
    private static final long READAHEAD_BYTES = 4L << 20;

    private final boolean readsAhead;

    private final DataNode dataNode;
    private final BlockVolumes volumes;
    private final IntSupplier most;

    DataNodeHost(DataNode dataNode, BlockVolumes volumes) throws ReflectiveOperationException {
        this.dataNode = dataNode;
        this.volumes = volumes;
        this.most = DataNodeInternals.mostTransferThreads(dataNode);
        long bytes = dataNode.getConf().getLong(READAHEAD, READAHEAD_BYTES);
        this.readsAhead = bytes > 0 && NativeIO.isAvailable();
    }

    /** Hadoop's readahead runs on threads of its own ({@code ReadaheadPool}), and only with its native library. */
    @Override
    public boolean readsAhead() {
        return readsAhead;
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
    public List<Volume> volumes() {
        return volumes.all();
    }

    /** What {@code DataXceiverServer.run} compares before it takes a client in, and refuses it beyond. */
    @Override
    public Slots slots() {
        return Slots.of(dataNode.getXceiverCount(), most.getAsInt());
    }
}
