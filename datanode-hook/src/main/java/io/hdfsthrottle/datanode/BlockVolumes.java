package io.hdfsthrottle.datanode;

import io.hdfsthrottle.pace.Volume;
import java.net.URI;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** From a block to the disk that it lies on. Asked once per operation; thread-safe. */
final class BlockVolumes {

    /** Where operations are charged whose block no volume holds (any more, or yet). */
    static final Volume UNKNOWN = Volume.of("unknown", null);

    private final DataNode dataNode;

    BlockVolumes(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /** The volume that holds the block. */
    // getReplica is marked deprecated in favour of calls that also compare the generation stamp, which changes during a
    // pipeline recovery while the thread keeps the old one in its name: the replica by its id alone is what is wanted.
    @SuppressWarnings("deprecation")
    Volume volume(TransferName operation) {
        FsDatasetSpi<?> dataset = dataNode.getFSDataset();
        if (dataset == null || !operation.hasBlock()) {
            return UNKNOWN;
        }
        Replica replica = dataset.getReplica(operation.pool(), operation.block());
        FsVolumeSpi volume = replica == null ? null : replica.getVolume();
        return volume == null ? UNKNOWN : Volume.of(volume.getStorageID(), folder(volume));
    }

    private static Path folder(FsVolumeSpi volume) {
        URI base = volume.getBaseURI();
        return base != null && "file".equals(base.getScheme()) ? Path.of(base) : null;
    }
}
