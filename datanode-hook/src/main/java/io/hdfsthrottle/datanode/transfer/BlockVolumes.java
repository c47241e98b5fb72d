package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.observation.Volume;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Maps a DataNode's blocks to the volumes that hold them. */
public final class BlockVolumes implements Blocks {

    /** Charged for operations whose block no volume holds (any more, or yet). */
    static final Volume UNKNOWN = Volume.of("unknown", null);

    private final DataNode dataNode;

    /** By storage id: converting HDFS's URI of a volume to a path is too expensive for every operation. */
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    public BlockVolumes(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    @Override
    public Volume volume(TransferName operation) {
        return replica(operation).map(Replica::getVolume).map(this::volume).orElse(UNKNOWN);
    }

    @Override
    public boolean isCopy(TransferName operation) {
        return replica(operation)
                .filter(replica -> replica.getState() == ReplicaState.TEMPORARY)
                .isPresent();
    }

    @Override
    public Optional<Path> file(TransferName operation) {
        return replica(operation)
                .filter(ReplicaInfo.class::isInstance)
                .map(replica -> ((ReplicaInfo) replica).getBlockURI())
                .filter(place -> place != null && "file".equals(place.getScheme()))
                .map(Path::of);
    }

    // getReplica is deprecated in favour of calls that also compare the generation stamp, which changes during a
    // pipeline recovery while the thread keeps the old one in its name: here the replica is looked up by its id alone.
    @SuppressWarnings("deprecation")
    private Optional<Replica> replica(TransferName operation) {
        FsDatasetSpi<?> dataset = dataNode.getFSDataset();
        return dataset == null || !operation.hasBlock()
                ? Optional.empty()
                : Optional.ofNullable(dataset.getReplica(operation.pool(), operation.block()));
    }

    /**
     * All volumes in service; none until the DataNode has contacted its NameNode. A volume that {@code -reconfig}
     * removes, or that failed, is not included, even while a client still reads from it. Called once a second; forgets
     * volumes that are gone.
     */
    public List<Volume> all() {
        FsDatasetSpi<?> dataset = dataNode.getFSDataset();
        List<Volume> all = new ArrayList<>();
        if (dataset != null) {
            Set<FsVolumeSpi> present = Collections.newSetFromMap(new IdentityHashMap<>());
            try (FsDatasetSpi.FsVolumeReferences references = dataset.getFsVolumeReferences()) {
                references.forEach(present::add);
            } catch (IOException notGivenBack) {
                return List.of();
            }
            known.values().removeIf(volume -> !present.contains(volume.theirs));
            present.forEach(volume -> all.add(volume(volume)));
        }
        return all;
    }

    /** A volume that was removed and added again is a new one to HDFS, and may have another path. */
    private Volume volume(FsVolumeSpi volume) {
        Known last = known.get(volume.getStorageID());
        if (last == null || last.theirs != volume) {
            last = new Known(volume);
            known.put(volume.getStorageID(), last);
        }
        return last.ours;
    }

    private static final class Known {
        private final FsVolumeSpi theirs;
        private final Volume ours;

        Known(FsVolumeSpi theirs) {
            this.theirs = theirs;
            String id = theirs.getStorageID();
            this.ours =
                    theirs.isTransientStorage() ? Volume.inMemory(id, folder(theirs)) : Volume.of(id, folder(theirs));
        }
    }

    private static Path folder(FsVolumeSpi volume) {
        URI base = volume.getBaseURI();
        return base != null && "file".equals(base.getScheme()) ? Path.of(base) : null;
    }
}
