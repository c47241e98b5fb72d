package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.NotStored.Reason;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Snapshots in ZooKeeper, one znode each, written in one transaction with a check of the epoch's fence. */
final class FencedSnapshots implements SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(FencedSnapshots.class);

    private final CuratorFramework client;
    private final String root;
    private final String epochPath;
    private final Consumer<Term> doubtful;

    /** @param doubtful told of a term whose write was refused or whose outcome is unknown */
    FencedSnapshots(CuratorFramework client, String root, String epochPath, Consumer<Term> doubtful) {
        this.client = client;
        this.root = root;
        this.epochPath = epochPath;
        this.doubtful = doubtful;
    }

    @Override
    public Optional<byte[]> load(String concern) {
        try {
            return Optional.of(client.getData().forPath(root + "/" + concern));
        } catch (KeeperException.NoNodeException never) {
            return Optional.empty();
        } catch (Exception unreadable) {
            throw new NotStored(Reason.OUTCOME_UNKNOWN, "cannot read the " + concern + " from ZooKeeper", unreadable);
        }
    }

    @Override
    public void write(Term term, String concern, byte[] snapshot) {
        if (snapshot.length > LARGEST_BYTES) {
            throw new NotStored(
                    Reason.TOO_LARGE,
                    "the " + concern + " would need " + snapshot.length + " bytes, and one snapshot holds at most "
                            + LARGEST_BYTES);
        }
        String path = root + "/" + concern;
        try {
            try {
                fenced(term, client.transactionOp().setData().forPath(path, snapshot));
            } catch (KeeperException.NoNodeException first) {
                fenced(term, client.transactionOp().create().forPath(path, snapshot));
            }
        } catch (KeeperException.BadVersionException deposed) {
            LOG.warn("Refused to write the {}: another coordinator has led since epoch {}", concern, term.epoch());
            doubtful.accept(term);
            throw new NotStored(Reason.NOT_LEADING, "another coordinator leads", deposed);
        } catch (Exception unknown) {
            LOG.warn("Writing the {} had no known outcome: {}", concern, unknown.toString());
            doubtful.accept(term);
            throw new NotStored(Reason.OUTCOME_UNKNOWN, "ZooKeeper did not confirm the change", unknown);
        }
    }

    private void fenced(Term term, CuratorOp change) throws Exception {
        client.transaction()
                .forOperations(
                        client.transactionOp().check().withVersion(term.fence()).forPath(epochPath), change);
    }
}
