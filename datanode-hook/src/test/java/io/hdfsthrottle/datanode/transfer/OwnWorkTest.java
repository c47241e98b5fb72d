package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.observation.Volume;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnWorkTest {

    private static final Volume DISK = Volume.of("DS-1", null);
    private static final Peers PEERS =
            new ClusterPeers(new ShownTokens(() -> false), Optional.of("dn"), "10.1.2.3"::equals);
    private static final Blocks CLIENTS = name -> DISK;
    private static final Blocks COPIES = new Blocks() {
        @Override
        public Volume volume(TransferName operation) {
            return DISK;
        }

        @Override
        public boolean isCopy(TransferName operation) {
            return true;
        }
    };

    @ParameterizedTest
    @CsvSource({"READ, Sending, hdfs.reconstruction", "WRITE, Receiving, hdfs.replication"})
    void callerWithoutANameFromADataNodesAddress_isOne(Direction direction, String status, String tenant) {
        assertThat(payer(
                        "DataXceiver for client  at /10.1.2.3:5 [" + status + " block BP-1:blk_8_1]",
                        direction,
                        COPIES))
                .contains(Tenant.named(tenant));
    }

    @Test
    void copyThatTheNameNodeOrdered_isSentByAThreadOfTheDataNodesOwn() {
        assertThat(payer("java.util.concurrent.ThreadPoolExecutor$Worker@1f[State = -1]", Direction.READ, COPIES))
                .contains(Tenant.REPLICATION);
    }

    @Test
    void copyThatComesInAClientsName_isPipelineRecovery() {
        assertThat(payer(TestAgents.WRITING, Direction.WRITE, COPIES)).contains(Tenant.RECOVERY);
    }

    @Test
    void whatAClientReadsAndWrites_isItsOwnWork() {
        assertThat(payer(TestAgents.WRITING, Direction.WRITE, CLIENTS)).isEmpty();
        assertThat(payer(TestAgents.READING, Direction.READ, COPIES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"READ, Sending", "WRITE, Receiving"})
    void callerWithoutANameFromElsewhere_isAClient(Direction direction, String status) {
        TransferName name =
                TransferName.parse("DataXceiver for client  at /10.9.9.9:5 [" + status + " block BP-1:blk_8_1]");
        assertThat(OwnWork.of(name, direction, COPIES, TokenUser.NOT_ISSUED, PEERS))
                .isEmpty();
        assertThat(OwnWork.of(
                        TransferName.parse(TestAgents.WRITING.replace("10.1.2.3", "10.9.9.9")),
                        direction,
                        COPIES,
                        TokenUser.NOT_ISSUED,
                        PEERS))
                .isEmpty();
    }

    /** With tokens, an address identifies no DataNode: clients run on the same hosts. */
    @ParameterizedTest
    @CsvSource({"dn, true", "alice, false", "'', false"})
    void whereTokensAreIssued_onlyThatOfDataNodesMakesOne(String user, boolean own) {
        TransferName name = TransferName.parse("DataXceiver for client  at /10.1.2.3:5 [Receiving block BP-1:blk_8_1]");
        assertThat(OwnWork.of(name, Direction.WRITE, COPIES, TokenUser.of(user), PEERS)
                        .isPresent())
                .isEqualTo(own);
        assertThat(OwnWork.of(
                                TransferName.parse(TestAgents.WRITING),
                                Direction.WRITE,
                                COPIES,
                                TokenUser.of(user),
                                PEERS)
                        .isPresent())
                .isEqualTo(own);
    }

    private static Optional<Tenant> payer(String threadName, Direction direction, Blocks blocks) {
        return OwnWork.of(TransferName.parse(threadName), direction, blocks, TokenUser.NOT_ISSUED, PEERS);
    }
}
