package io.hdfsthrottle.spark.replica;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Reorders the replicas of located blocks. A located block keeps its replicas, their storages and storage types in
 * three parallel arrays, and hands out the arrays themselves; HDFS's input streams try the replicas in the order of the
 * arrays ({@code DFSInputStream.getBestNodeDNAddrPair}). Only blocks that are not yet shared with other code may be
 * passed to it. Blocks of erasure-coded files, whose replicas are parts, stay unchanged.
 */
final class LocatedReplicas {

    private final Map<String, Long> left;
    private final LocalAddresses here;

    /** Orders by the unused entitlement on nodes: bytes a second by {@code host:port} of a node's transfer address. */
    LocatedReplicas(Map<String, Long> left, LocalAddresses here) {
        this.left = left;
        this.here = here;
    }

    void order(LocatedBlocks located, Random random) {
        for (LocatedBlock block : located.getLocatedBlocks()) {
            if (block.getClass() == LocatedBlock.class && block.getLocations().length > 1) {
                order(block, random);
            }
        }
    }

    private void order(LocatedBlock block, Random random) {
        DatanodeInfo[] nodes = block.getLocations();
        StorageType[] types = block.getStorageTypes();
        List<Replica> replicas = new ArrayList<>(nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            boolean provided = types != null && i < types.length && "PROVIDED".equals(String.valueOf(types[i]));
            replicas.add(provided ? Replica.untouched() : replica(nodes[i]));
        }
        int[] order = ReplicaOrder.of(replicas, random);
        arrange(nodes, order);
        arrange(types, order);
        arrange(block.getStorageIDs(), order);
    }

    /** NameNodes put nodes last that are about to leave the cluster; those stay there. */
    private Replica replica(DatanodeInfo node) {
        Long known = left.get(node.getXferAddrWithHostname());
        known = known == null ? left.get(node.getXferAddr()) : known;
        boolean serves = node.getAdminState() == DatanodeInfo.AdminStates.NORMAL;
        return known == null || !serves
                ? Replica.untouched()
                : Replica.on(known, here.contains(node.getIpAddr()), node.getNetworkLocation());
    }

    private static <T> void arrange(T[] array, int[] order) {
        if (array != null && array.length == order.length) {
            T[] before = array.clone();
            for (int i = 0; i < order.length; i++) {
                array[i] = before[order[i]];
            }
        }
    }
}
