package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.NotStored.Reason;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots in ZooKeeper, one znode each, written in one transaction with a check of the epoch's fence.
 *
 * <p>Curator repeats a transaction whose answer was lost, and the repetition may be refused although the first one was carried out. So whatever goes
 * wrong, what is there is read back before anybody is told: the versions of the two znodes say what became of the write.
 */
final class FencedSnapshots implements SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(FencedSnapshots.class);
    private static final int ABSENT = -1;
    private static final int SYNC_SECONDS = 5;

    private final CuratorFramework client;
    private final String root;
    private final String epochPath;
    private final Consumer<Term> doubtful;

    /** What became of a write. */
    private enum Fate {
        KEPT,
        /** It was kept, and then another leader was elected, which has read it. */
        KEPT_BY_A_DEPOSED_LEADER,
        REFUSED,
        UNKNOWN
    }

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
        check(concern, snapshot);
        String path = root + "/" + concern;
        int before = ABSENT;
        try {
            before = version(client.checkExists().forPath(path));
            fenced(
                    term,
                    before == ABSENT
                            ? client.transactionOp().create().forPath(path, snapshot)
                            : client.transactionOp()
                                    .setData()
                                    .withVersion(before)
                                    .forPath(path, snapshot));
        } catch (Exception doubt) {
            settle(term, concern, fate(term, path, before, snapshot), doubt);
        }
    }

    private void fenced(Term term, CuratorOp change) throws Exception {
        client.transaction()
                .forOperations(
                        client.transactionOp().check().withVersion(term.fence()).forPath(epochPath), change);
    }

    private Fate fate(Term term, String path, int before, byte[] snapshot) {
        try {
            sync(path);
            boolean deposed = version(client.checkExists().forPath(epochPath)) != term.fence();
            Stat stat = new Stat();
            byte[] present = null;
            try {
                present = client.getData().storingStatIn(stat).forPath(path);
            } catch (KeeperException.NoNodeException never) {
                // as it was, if it was not there before
            }
            int after = present == null ? ABSENT : stat.getVersion();
            if (after == before) {
                // A write of a leader that still leads may be on its way; a deposed one's would be refused.
                return deposed ? Fate.REFUSED : Fate.UNKNOWN;
            }
            if (after != before + 1 || !Arrays.equals(present, snapshot)) {
                return Fate.UNKNOWN;
            }
            return deposed ? Fate.KEPT_BY_A_DEPOSED_LEADER : Fate.KEPT;
        } catch (Exception unreadable) {
            LOG.debug("Cannot be read back: {}", unreadable.toString());
            return Fate.UNKNOWN;
        }
    }

    private void settle(Term term, String concern, Fate fate, Exception doubt) {
        switch (fate) {
            case KEPT -> LOG.info("The {} was kept, as reading it back shows: {}", concern, doubt.toString());
            case KEPT_BY_A_DEPOSED_LEADER -> {
                LOG.info("The {} was kept before another coordinator took over: {}", concern, doubt.toString());
                doubtful.accept(term);
            }
            case REFUSED -> {
                LOG.warn("Refused to write the {}: another coordinator has led since epoch {}", concern, term.epoch());
                doubtful.accept(term);
                throw new NotStored(Reason.NOT_LEADING, "another coordinator leads", doubt);
            }
            default -> {
                LOG.warn("Writing the {} had no known outcome: {}", concern, doubt.toString());
                doubtful.accept(term);
                throw new NotStored(Reason.OUTCOME_UNKNOWN, "ZooKeeper did not confirm the change", doubt);
            }
        }
    }

    /** Whichever server answers has then seen all that any server had confirmed. */
    private void sync(String path) throws Exception {
        CountDownLatch synced = new CountDownLatch(1);
        client.sync().inBackground((same, event) -> synced.countDown()).forPath(path);
        if (!synced.await(SYNC_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("no answer from ZooKeeper within " + SYNC_SECONDS + " s");
        }
    }

    private static int version(Stat stat) {
        return stat == null ? ABSENT : stat.getVersion();
    }
}
