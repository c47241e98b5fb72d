package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.Term;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The znode that numbers the terms of leaders. Its content is the last epoch; its version is the fence of all writes.
 *
 * <p>It is raised in a transaction that also checks that the candidate's own election znode still exists. So a
 * candidate that slept through the end of its session cannot fence out the leader elected in the meantime.
 *
 * <p>Epochs follow ZooKeeper's clock, so that they go on rising when it loses its data.
 */
record EpochNode(CuratorFramework client, String path, ClusterClock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(EpochNode.class);
    private static final Duration FAR = Duration.ofDays(1);

    /** Begins a new term on behalf of the candidate whose election znode this is. */
    Term begin(String candidatePath) throws Exception {
        createIfMissing();
        Stat stat = new Stat();
        long previous = previous(stat);
        Duration unused = clock.learn();
        long now = clock.millis();
        if (previous - now > FAR.toMillis()) {
            LOG.warn(
                    "The last epoch, {}, is {} h ahead of the clock: it was raised, or an earlier leader's clock was"
                            + " ahead; epochs go on from there",
                    previous,
                    Duration.ofMillis(previous - now).toHours());
        }
        long epoch = Math.max(previous + 1, now);
        List<CuratorTransactionResult> results = client.transaction()
                .forOperations(
                        client.transactionOp().check().forPath(candidatePath),
                        client.transactionOp()
                                .setData()
                                .withVersion(stat.getVersion())
                                .forPath(path, ascii(epoch)));
        return new Term(epoch, results.get(1).getResultStat().getVersion());
    }

    /**
     * Makes all later epochs larger than that one. It breaks the term's own fence: the term has to end then.
     *
     * @throws NotStored if another leads, or the outcome is not known
     */
    void raise(Term term, long above) {
        try {
            client.setData().withVersion(term.fence()).forPath(path, ascii(above));
        } catch (Exception doubt) {
            settle(above, doubt);
        }
    }

    /** A lost answer makes the retry fail, as a deposed leader's attempt does: the stored epoch decides. */
    private void settle(long above, Exception doubt) {
        try {
            if (previous(new Stat()) >= above) {
                return;
            }
        } catch (Exception unreadable) {
            throw new NotStored(Reason.OUTCOME_UNKNOWN, "ZooKeeper did not confirm the epoch", unreadable);
        }
        boolean deposed = doubt instanceof KeeperException.BadVersionException;
        throw new NotStored(
                deposed ? Reason.NOT_LEADING : Reason.OUTCOME_UNKNOWN,
                deposed ? "another coordinator leads" : "ZooKeeper did not confirm the epoch",
                doubt);
    }

    /** Whether no later term has begun. */
    boolean isOf(Term term) throws Exception {
        Stat stat = client.checkExists().forPath(path);
        return stat != null && stat.getVersion() == term.fence();
    }

    private long previous(Stat stat) throws Exception {
        return Long.parseLong(
                new String(client.getData().storingStatIn(stat).forPath(path), StandardCharsets.US_ASCII));
    }

    private void createIfMissing() throws Exception {
        try {
            client.create().creatingParentsIfNeeded().forPath(path, ascii(0));
        } catch (KeeperException.NodeExistsException known) {
            // As it should be, except for the very first leader of a cluster.
        }
    }

    private static byte[] ascii(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
