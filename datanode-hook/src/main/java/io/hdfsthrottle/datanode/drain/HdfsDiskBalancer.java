package io.hdfsthrottle.datanode.drain;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DiskBalancerWorkStatus;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.diskbalancer.datamodel.DiskBalancerVolume;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.MoveStep;
import org.apache.hadoop.hdfs.server.diskbalancer.planner.NodePlan;
import org.apache.hadoop.util.Time;

/**
 * The disk balancer of a DataNode, called as {@code hdfs diskbalancer} calls it over RPC, as the DataNode's own user.
 * It moves finalised replicas one after the other, checks a plan's node and checksum, and executes one plan at a time.
 */
final class HdfsDiskBalancer implements LocalBalancer {

    private static final long VERSION = 1;

    /** The next plan moves what it leaves behind. */
    private static final long TOLERANCE_PERCENT = 1;

    private final DataNode dataNode;

    HdfsDiskBalancer(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    @Override
    public List<LocalVolume> volumes() throws IOException {
        FsDatasetSpi<?> dataset = dataNode.getFSDataset();
        List<LocalVolume> volumes = new ArrayList<>();
        if (dataset == null) {
            return volumes;
        }
        try (FsDatasetSpi.FsVolumeReferences references = dataset.getFsVolumeReferences()) {
            Set<String> pools = new TreeSet<>();
            references.forEach(volume -> pools.addAll(List.of(volume.getBlockPoolList())));
            Map<String, long[]> lying = lying(dataset, pools);
            for (FsVolumeSpi volume : references) {
                if (!volume.isTransientStorage()) {
                    long[] what = lying.getOrDefault(volume.getStorageID(), new long[2]);
                    volumes.add(new LocalVolume(
                            volume.getStorageID(),
                            volume.getBaseURI().getPath(),
                            volume.getStorageType().name(),
                            what[0],
                            what[1],
                            volume.getAvailable()));
                }
            }
        }
        return volumes;
    }

    /**
     * By storage id, the number and total size of the replicas in any state: HDFS's own volume statistics omit what it
     * moves itself.
     */
    private static Map<String, long[]> lying(FsDatasetSpi<?> dataset, Set<String> pools) throws IOException {
        Map<String, long[]> lying = new HashMap<>();
        for (String pool : pools) {
            for (Replica replica : dataset.deepCopyReplica(pool)) {
                FsVolumeSpi volume = replica.getVolume();
                if (volume != null) {
                    long[] what = lying.computeIfAbsent(volume.getStorageID(), first -> new long[2]);
                    what[0]++;
                    what[1] += Math.max(0, replica.getNumBytes());
                }
            }
        }
        return lying;
    }

    @Override
    public Optional<String> running() throws IOException {
        DiskBalancerWorkStatus status = dataNode.queryDiskBalancerPlan();
        return status.getResult() == DiskBalancerWorkStatus.Result.PLAN_UNDER_PROGRESS
                ? Optional.of(status.getPlanID())
                : Optional.empty();
    }

    @Override
    public String submit(List<Move> moves) throws IOException {
        NodePlan plan = new NodePlan(dataNode.getDisplayName(), dataNode.getIpcPort());
        plan.setNodeUUID(dataNode.getDatanodeUuid());
        plan.setTimeStamp(Time.now());
        for (Move move : moves) {
            MoveStep step = new MoveStep(
                    volume(move.from()),
                    0,
                    volume(move.to()),
                    move.bytes(),
                    move.from().type());
            step.setTolerancePercent(TOLERANCE_PERCENT);
            plan.getVolumeSetPlans().add(step);
        }
        String written = plan.toJson();
        String id = sha1(written);
        dataNode.submitDiskBalancerPlan(id, VERSION, "hdfs-throttle drains leased disks", written, false);
        return id;
    }

    private static DiskBalancerVolume volume(LocalVolume volume) {
        DiskBalancerVolume theirs = new DiskBalancerVolume();
        theirs.setUuid(volume.id());
        theirs.setPath(volume.path());
        theirs.setStorageType(volume.type());
        theirs.setUsed(volume.bytes());
        theirs.setCapacity(volume.bytes() + volume.free());
        return theirs;
    }

    /** HDFS's id of a plan; it protects against mistakes only. */
    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return String.format(Locale.ROOT, "%040x", new BigInteger(1, digest));
        } catch (NoSuchAlgorithmException forbidden) {
            throw new IllegalStateException("this Java has no SHA-1, by which HDFS names plans", forbidden);
        }
    }

    @Override
    public void cancel(String plan) throws IOException {
        dataNode.cancelDiskBalancePlan(plan);
    }
}
