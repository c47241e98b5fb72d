package io.hdfsthrottle.spark.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.Test;

/** Hadoop's own located blocks, put in another order. */
final class LocatedReplicasTest {

    private final Random random = new Random(1);
    private final LocalAddresses here = new LocalAddresses();

    /** A node that cannot be this host: its address is of a documentation network (RFC 5737). */
    private static DatanodeInfo node(int number) {
        return new DatanodeInfoBuilder()
                .setNodeID(new DatanodeID("192.0.2." + number, "dn" + number, "uuid" + number, 9866, 9864, 9865, 9867))
                .setNetworkLocation("/default-rack")
                .build();
    }

    private static LocatedBlock block(DatanodeInfo... nodes) {
        String[] storages =
                Arrays.stream(nodes).map(node -> "DS-" + node.getHostName()).toArray(String[]::new);
        StorageType[] types = new StorageType[nodes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = nodes[i].getHostName().equals("dn1") ? StorageType.SSD : StorageType.DISK;
        }
        return new LocatedBlock(new ExtendedBlock("pool", 1), nodes, storages, types);
    }

    private LocatedBlock ordered(LocatedBlock block, Map<String, Long> left) {
        LocatedBlocks located = new LocatedBlocks(1, false, new ArrayList<>(List.of(block)), null, true, null, null);
        new LocatedReplicas(left, here).order(located, random);
        return located.get(0);
    }

    private static List<String> names(LocatedBlock block) {
        return Arrays.stream(block.getLocations())
                .map(DatanodeInfo::getHostName)
                .collect(Collectors.toList());
    }

    @Test
    void nodesAreMatchedByNameOrByAddress_andTheirStoragesFollow() {
        LocatedBlock block =
                ordered(block(node(1), node(2), node(3)), Map.of("dn1:9866", 0L, "192.0.2.2:9866", 0L, "dn3:9866", 9L));

        assertThat(names(block)).containsExactly("dn3", "dn1", "dn2");
        assertThat(block.getStorageIDs()).containsExactly("DS-dn3", "DS-dn1", "DS-dn2");
        assertThat(block.getStorageTypes()).containsExactly(StorageType.DISK, StorageType.SSD, StorageType.DISK);
    }

    @Test
    void unknownNodes_keepTheirPlaces() {
        assertThat(names(ordered(block(node(1), node(2), node(3)), Map.of("dn2:9866", 0L, "dn3:9866", 5L))))
                .containsExactly("dn1", "dn3", "dn2");
        assertThat(names(ordered(block(node(1), node(2), node(3)), Map.of("dn2:9867", 7L))))
                .containsExactly("dn1", "dn2", "dn3");
    }

    @Test
    void nodeThatIsAboutToLeave_keepsItsPlace() {
        DatanodeInfo leaving = node(3);
        leaving.startDecommission();

        assertThat(names(ordered(
                        block(node(1), node(2), leaving), Map.of("dn1:9866", 0L, "dn2:9866", 1L, "dn3:9866", 1_000L))))
                .containsExactly("dn2", "dn1", "dn3");
    }

    @Test
    void storageThatHdfsPutsLastForGood_keepsItsPlace() {
        LocatedBlock block = new LocatedBlock(
                new ExtendedBlock("pool", 1),
                new DatanodeInfo[] {node(1), node(2)},
                new String[] {"a", "b"},
                new StorageType[] {StorageType.DISK, StorageType.PROVIDED});

        assertThat(names(ordered(block, Map.of("dn1:9866", 0L, "dn2:9866", 9L))))
                .containsExactly("dn1", "dn2");
    }

    @Test
    void oneReplicaOrNone_isLeftAlone() {
        assertThat(names(ordered(block(node(1)), Map.of("dn1:9866", 1L)))).containsExactly("dn1");
        assertThat(names(ordered(block(), Map.of("dn1:9866", 1L)))).isEmpty();
    }

    @Test
    void addresses_ofThisMachineAreKnown_andNamesAreNeverLookedUp() {
        assertThat(here.contains("127.0.0.1")).isTrue();
        assertThat(here.contains("::1")).isTrue();
        assertThat(here.contains("192.0.2.1")).isFalse();
        assertThat(here.contains("localhost")).isFalse();
        assertThat(here.contains("")).isFalse();
    }
}
