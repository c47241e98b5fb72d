package io.hdfsthrottle.coordinator.election;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The znode that numbers the reigns. Its content is the last epoch; its version is the fence of all writes.
 *
 * <p>It is raised in a transaction that also checks that the candidate's own election znode still exists. So a
 * candidate that slept through the end of its session cannot fence out the leader elected in the meantime.
 */
final class EpochNode {
    private final CuratorFramework client;
    private final String path;
    private final Clock clock;

    EpochNode(CuratorFramework client, String path, Clock clock) {
        this.client = client;
        this.path = path;
        this.clock = clock;
    }

    /** Begins a new term on behalf of the candidate whose election znode this is. */
    Term begin(String candidatePath) throws Exception {
        createIfMissing();
        Stat stat = new Stat();
        long previous = Long.parseLong(
                new String(client.getData().storingStatIn(stat).forPath(path), StandardCharsets.US_ASCII));
        long epoch = Math.max(previous + 1, clock.millis());
        List<CuratorTransactionResult> results = client.transaction()
                .forOperations(
                        client.transactionOp().check().forPath(candidatePath),
                        client.transactionOp()
                                .setData()
                                .withVersion(stat.getVersion())
                                .forPath(path, Long.toString(epoch).getBytes(StandardCharsets.US_ASCII)));
        return new Term(epoch, results.get(1).getResultStat().getVersion());
    }

    private void createIfMissing() throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, "0".getBytes(StandardCharsets.US_ASCII));
        } catch (KeeperException.NodeExistsException known) {
            // As it should be, except for the very first leader of a cluster.
        }
    }

    String path() {
        return path;
    }
}
