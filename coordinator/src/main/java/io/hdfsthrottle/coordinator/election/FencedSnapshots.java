package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots in ZooKeeper, one znode each, written in one transaction with a check of the epoch's fence.
 *
 * <p>Curator retries a transaction whose answer was lost, and the retry may be refused although the first attempt was
 * carried out. So after any failure, the znodes are read back before the caller is told: their versions show the
 * outcome of the write.
 */
final class FencedSnapshots implements SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(FencedSnapshots.class);
    private static final int ABSENT = -1;
    private static final int SYNC_SECONDS = 5;

    private final CuratorFramework client;
    private final String root;
    private final String epochPath;
    private final Consumer<Term> doubtful;
    private volatile Versions versions = new Versions(null, new ConcurrentHashMap<>());

    /** The versions of znodes as this term's leader, the only writer, left them. */
    private record Versions(Term term, ConcurrentMap<String, Integer> ofPath) {}

    /** The outcome of a write. */
    private enum Fate {
        KEPT,
        /** It was kept, and then another leader was elected, which has read it. */
        KEPT_BY_A_DEPOSED_LEADER,
        REFUSED,
        UNKNOWN
    }

    /** @param doubtful called with a term whose write was refused or has an unknown outcome */
    FencedSnapshots(CuratorFramework client, String root, String epochPath, Consumer<Term> doubtful) {
        this.client = client;
        this.root = root;
        this.epochPath = epochPath;
        this.doubtful = doubtful;
    }

    private String path(String concern) {
        return root + "/" + concern;
    }

    @Override
    public Optional<byte[]> load(String concern) {
        try {
            return Optional.of(client.getData().forPath(path(concern)));
        } catch (KeeperException.NoNodeException never) {
            return Optional.empty();
        } catch (Exception unreadable) {
            throw unreadable(concern, unreadable);
        }
    }

    @Override
    public Map<String, byte[]> load(Collection<String> concerns) {
        ManyReads reads = new ManyReads();
        try {
            // Most of a thousand shards may never have been written: asking for each would take half a second.
            Set<String> written = written();
            for (String concern : concerns) {
                if (written.contains(concern)) {
                    reads.read(client, path(concern), concern);
                }
            }
            return reads.all();
        } catch (Exception unreadable) {
            throw unreadable(concerns.size() + " snapshots", unreadable);
        }
    }

    private Set<String> written() throws Exception {
        try {
            return Set.copyOf(client.getChildren().forPath(root));
        } catch (KeeperException.NoNodeException nothing) {
            return Set.of();
        }
    }

    private static NotStored unreadable(String what, Exception trouble) {
        if (trouble instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new NotStored(Reason.OUTCOME_UNKNOWN, "cannot read the " + what + " from ZooKeeper", trouble);
    }

    @Override
    public void write(Term term, Map<String, byte[]> snapshots) {
        check(snapshots);
        Map<String, byte[]> content = new TreeMap<>();
        snapshots.forEach((concern, snapshot) -> content.put(path(concern), snapshot));
        ConcurrentMap<String, Integer> known = known(term);
        Map<String, Integer> before = new TreeMap<>();
        try {
            List<CuratorOp> operations = new ArrayList<>();
            operations.add(
                    client.transactionOp().check().withVersion(term.fence()).forPath(epochPath));
            for (String path : content.keySet()) {
                Integer last = known.get(path);
                int version = last == null ? version(client.checkExists().forPath(path)) : last;
                before.put(path, version);
                operations.add(operation(path, version, content.get(path)));
            }
            for (CuratorTransactionResult result : client.transaction().forOperations(operations)) {
                before.computeIfPresent(result.getForPath(), (path, version) -> {
                    known.put(path, version + 1);
                    return version;
                });
            }
        } catch (Exception doubt) {
            content.keySet().forEach(known::remove);
            settle(term, named(snapshots.keySet()), fate(term, before, content), doubt);
        }
    }

    private static String named(Collection<String> concerns) {
        String first = concerns.iterator().next();
        return concerns.size() == 1 ? first : first + " and " + (concerns.size() - 1) + " more";
    }

    private ConcurrentMap<String, Integer> known(Term term) {
        Versions now = versions;
        if (!term.equals(now.term())) {
            now = new Versions(term, new ConcurrentHashMap<>());
            versions = now;
        }
        return now.ofPath();
    }

    private CuratorOp operation(String path, int version, byte[] snapshot) throws Exception {
        return version == ABSENT
                ? client.transactionOp().create().forPath(path, snapshot)
                : client.transactionOp().setData().withVersion(version).forPath(path, snapshot);
    }

    private Fate fate(Term term, Map<String, Integer> before, Map<String, byte[]> content) {
        try {
            sync(epochPath);
            boolean deposed = version(client.checkExists().forPath(epochPath)) != term.fence();
            int kept = 0;
            int same = 0;
            for (Map.Entry<String, byte[]> each : content.entrySet()) {
                int earlier = before.getOrDefault(each.getKey(), ABSENT);
                Stat stat = new Stat();
                byte[] present = present(each.getKey(), stat);
                int after = present == null ? ABSENT : stat.getVersion();
                same += after == earlier ? 1 : 0;
                kept += after == earlier + 1 && Arrays.equals(present, each.getValue()) ? 1 : 0;
            }
            if (same == content.size()) {
                // A write of a leader that still leads may be on its way; a deposed one's would be refused.
                return deposed ? Fate.REFUSED : Fate.UNKNOWN;
            }
            if (kept != content.size()) {
                return Fate.UNKNOWN;
            }
            return deposed ? Fate.KEPT_BY_A_DEPOSED_LEADER : Fate.KEPT;
        } catch (Exception unreadable) {
            LOG.debug("Cannot be read back: {}", unreadable.toString());
            return Fate.UNKNOWN;
        }
    }

    private byte[] present(String path, Stat stat) throws Exception {
        try {
            return client.getData().storingStatIn(stat).forPath(path);
        } catch (KeeperException.NoNodeException never) {
            return null;
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

    /** Afterwards, any server that answers has seen all writes confirmed before. */
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
