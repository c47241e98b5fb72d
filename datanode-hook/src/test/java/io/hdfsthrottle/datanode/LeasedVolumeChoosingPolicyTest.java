package io.hdfsthrottle.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.datanode.transfer.BlockPlacement;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where blocks go on a DataNode with three disks, of which tenant gold has leased the first. */
final class LeasedVolumeChoosingPolicyTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final String GOLDS = writing("DFSClient_gold");
    private static final String OTHERS = writing("DFSClient_NONMAPREDUCE_-1_1");
    private static final String COPY = "DataXceiver for client  at /10.1.2.3:56938 [Receiving block BP-1:blk_8_1]";
    private static final long BLOCK = 128 << 20;

    @TempDir
    Path folder;

    private final Configuration configuration = new Configuration(false);
    private final Map<String, Long> available = new HashMap<>();
    private final List<FsVolumeSpi> volumes = new ArrayList<>(List.of(volume("DS-1"), volume("DS-2"), volume("DS-3")));
    private final LeasedVolumeChoosingPolicy policy = new LeasedVolumeChoosingPolicy();
    private TestAgents agents;
    private BlockPlacement placement;

    private static String writing(String client) {
        return "DataXceiver for client " + client + " at /10.1.2.3:56939 [Receiving block BP-1:blk_9_1]";
    }

    @BeforeEach
    void open() throws Exception {
        open(Set.of());
    }

    private void open(Set<String> draining) throws Exception {
        agents = new TestAgents("100m");
        Grant grant = Grant.of(
                        "default",
                        GrantVersion.of(1, 1),
                        Tenant.DEFAULT,
                        List.of(Terms.ofWeight(GOLD, 8), Terms.ofWeight(Tenant.DEFAULT, 1)),
                        TenantRules.of(List.of(TenantRule.of("gold", null, null, "10.9.0.0/16", null, GOLD))),
                        List.of())
                .withLeases(Map.of("DS-1", GOLD), draining);
        GrantFile file = new GrantFile(folder.resolve("grant"));
        file.write(grant);
        agents.agent().start(Optional.empty(), file);
        placement = agents.placement();
        placement.begin(configuration);
        policy.setConf(configuration);
    }

    @AfterEach
    void close() {
        placement.end(configuration);
        agents.close();
    }

    /** A volume with room for everything, unless {@link #available} says otherwise. */
    private FsVolumeSpi volume(String id) {
        return (FsVolumeSpi) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {FsVolumeSpi.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "getStorageID":
                        case "toString":
                            return id;
                        case "getAvailable":
                            return available.getOrDefault(id, 1L << 40);
                        case "getStorageType":
                            return StorageType.DISK;
                        default:
                            return null;
                    }
                });
    }

    private List<String> chosen(String threadName, int blocks) throws IOException {
        agents.named(threadName);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            chosen.add(policy.chooseVolume(volumes, BLOCK, null).getStorageID());
        }
        return chosen;
    }

    @Test
    void blocksOfTheLeaseholder_goToItsDisks_andNobodyElsesDo() throws Exception {
        assertThat(chosen(GOLDS.replace("10.1.", "10.9."), 4)).containsOnly("DS-1");
        assertThat(chosen(OTHERS, 4)).containsExactly("DS-2", "DS-3", "DS-2", "DS-3");
        assertThat(chosen(COPY, 4)).containsOnly("DS-2", "DS-3");
        assertThat(placement.onOwnLeases()).isEqualTo(4);
        assertThat(placement.onOthersLeases()).isZero();
    }

    @Test
    void nobodysBlocks_goToADiskThatIsToBeDrained() throws Exception {
        close();
        open(Set.of("DS-1"));
        assertThat(chosen(GOLDS.replace("10.1.", "10.9."), 4)).containsOnly("DS-2", "DS-3");
        assertThat(chosen(OTHERS, 4)).containsOnly("DS-2", "DS-3");
        available.put("DS-2", 0L);
        available.put("DS-3", 0L);
        assertThat(chosen(OTHERS, 1)).containsExactly("DS-1");
    }

    @Test
    void leaseholderWithoutRoomOnItsDisks_writesToSharedOnes() throws Exception {
        available.put("DS-1", 0L);
        assertThat(chosen(GOLDS.replace("10.1.", "10.9."), 4)).containsOnly("DS-2", "DS-3");
        assertThat(placement.onOwnLeases()).isZero();
    }

    @Test
    void writeIsNeverRefused_whileThereIsRoomAnywhere_andThatIsCounted() throws Exception {
        available.put("DS-2", 0L);
        available.put("DS-3", 0L);
        assertThat(chosen(OTHERS, 2)).containsOnly("DS-1");
        assertThat(placement.onOthersLeases()).isEqualTo(2);

        volumes.subList(1, 3).clear();
        assertThat(chosen(OTHERS, 1)).containsExactly("DS-1");
        available.put("DS-1", 0L);
        assertThatIOException().isThrownBy(() -> chosen(OTHERS, 1)).isInstanceOf(DiskOutOfSpaceException.class);
    }

    @Test
    void withoutTheHook_allVolumesAreChosenFrom() throws Exception {
        placement.end(configuration);
        assertThat(chosen(OTHERS, 6)).contains("DS-1", "DS-2", "DS-3");
        LeasedVolumeChoosingPolicy unconfigured = new LeasedVolumeChoosingPolicy();
        assertThat(unconfigured.chooseVolume(volumes, BLOCK, null)).isNotNull();
    }

    @Test
    void onceTheAgentLetsEverythingPass_allVolumesAreChosenFrom() throws Exception {
        agents.agent().close();
        assertThat(chosen(OTHERS, 6)).contains("DS-1", "DS-2", "DS-3");
    }

    @Test
    void policyThatCannotBeMade_isNotUsed_andTheDataNodeStarts() throws Exception {
        for (String wrong :
                List.of("io.hdfsthrottle.Nothing", "java.lang.String", LeasedVolumeChoosingPolicy.class.getName())) {
            configuration.set("hdfs.throttle.volume.choosing.policy", wrong);
            policy.setConf(configuration);
            assertThat(chosen(OTHERS, 2)).as(wrong).containsOnly("DS-2", "DS-3");
        }
    }
}
