package io.hdfsthrottle.datanode;

import io.hdfsthrottle.datanode.transfer.BlockPlacement;
import io.hdfsthrottle.setting.PlacementSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Volume choosing policy that places new blocks of leaseholders on the disks that they have leased, and other tenants'
 * blocks elsewhere:
 * {@code dfs.datanode.fsdataset.volume.choosing.policy=io.hdfsthrottle.datanode.LeasedVolumeChoosingPolicy}.
 *
 * <p>It delegates the choice among the permitted volumes to another policy,
 * {@code hdfs.throttle.volume.choosing.policy}. If that finds no room there, it gets more volumes, at last all of them,
 * as without us: no write is refused. While the hook is not installed, it always gets all. As thread-safe as that
 * policy.
 */
public final class LeasedVolumeChoosingPolicy implements VolumeChoosingPolicy<FsVolumeSpi>, Configurable {

    private static final Logger LOG = LoggerFactory.getLogger(LeasedVolumeChoosingPolicy.class);

    private Configuration configuration;
    private VolumeChoosingPolicy<FsVolumeSpi> among = new RoundRobinVolumeChoosingPolicy<>();

    /** Called by the DataNode. */
    public LeasedVolumeChoosingPolicy() {}

    @Override
    public void setConf(Configuration newConfiguration) {
        configuration = newConfiguration;
        if (newConfiguration != null) {
            among = configured(newConfiguration);
        }
    }

    @Override
    public Configuration getConf() {
        return configuration;
    }

    /** A DataNode whose policy cannot be created does not start: an invalid policy is not used, and the log says so. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Hadoop's own cast of what it was configured with (FsDatasetImpl)
    private static VolumeChoosingPolicy<FsVolumeSpi> configured(Configuration configuration) {
        try {
            Class<? extends VolumeChoosingPolicy> named = configuration.getClass(
                    PlacementSettings.POLICY, RoundRobinVolumeChoosingPolicy.class, VolumeChoosingPolicy.class);
            if (named == LeasedVolumeChoosingPolicy.class) {
                throw new IllegalArgumentException("it would choose by itself");
            }
            return ReflectionUtils.newInstance(named, configuration);
        } catch (RuntimeException | LinkageError wrong) {
            LOG.error(
                    "{}={} cannot be used, and volumes are chosen in turn: {}",
                    PlacementSettings.POLICY,
                    configuration.get(PlacementSettings.POLICY),
                    wrong.toString());
            return ReflectionUtils.newInstance(RoundRobinVolumeChoosingPolicy.class, configuration);
        }
    }

    @Override
    public FsVolumeSpi chooseVolume(List<FsVolumeSpi> volumes, long replicaSize, String storageId) throws IOException {
        Optional<BlockPlacement> placement = BlockPlacement.of(configuration);
        List<List<FsVolumeSpi>> preferences =
                placement.map(decides -> decides.preferences(volumes)).orElse(List.of(volumes));
        for (List<FsVolumeSpi> preferred : preferences.subList(0, preferences.size() - 1)) {
            try {
                return placed(placement, among.chooseVolume(preferred, replicaSize, storageId));
            } catch (IOException noRoom) {
                LOG.debug("No room on {}: {}", preferred, noRoom.toString());
            }
        }
        return placed(placement, among.chooseVolume(preferences.get(preferences.size() - 1), replicaSize, storageId));
    }

    private static FsVolumeSpi placed(Optional<BlockPlacement> placement, FsVolumeSpi chosen) {
        placement.ifPresent(decides -> decides.placed(chosen));
        return chosen;
    }
}
