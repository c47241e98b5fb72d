package io.hdfsthrottle.datanode;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/** From a block to the disk that it lies on. Asked once per operation; thread-safe. */
final class BlockVolumes {

    /** Where operations are charged whose block no volume holds (any more, or yet). */
    static final String UNKNOWN = "unknown";

    private final DataNode dataNode;

    BlockVolumes(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /** The storage id of the volume that holds the block. */
    // getReplica is marked deprecated in favour of calls that also compare the generation stamp, which changes during a
    // pipeline recovery while the thread keeps the old one in its name: the replica by its id alone is what is wanted.
    @SuppressWarnings("deprecation")
    String volume(TransferName operation) {
        FsDatasetSpi<?> dataset = dataNode.getFSDataset();
        if (dataset == null || !operation.hasBlock()) {
            return UNKNOWN;
        }
        Replica replica = dataset.getReplica(operation.pool(), operation.block());
        return replica == null || replica.getVolume() == null
                ? UNKNOWN
                : replica.getVolume().getStorageID();
    }
}
