package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Decides on which volumes a new block belongs while disks are leased: a leaseholder's on its own, other tenants' on
 * volumes that no tenant has leased, and none on volumes that are to be drained. Only a preference, because no write is
 * refused.
 *
 * <p>HDFS chooses the volume on the transfer thread that then receives the block ({@code BlockReceiver} calls
 * {@code FsDatasetImpl.createRbw}), after the thread was named and the block token checked: so the writer is as known
 * here as in pacing. It holds a dataset lock meanwhile, so this code never waits: an application's first blocks may
 * come before the coordinator has named its tenant. Thread-safe.
 */
public final class BlockPlacement {

    /** By the configuration of each DataNode of this process, which is all that HDFS passes to a policy. */
    private static final Map<Configuration, BlockPlacement> PLACEMENTS = new ConcurrentHashMap<>();

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final Peers peers;
    private final LongAdder onOwn = new LongAdder();
    private final LongAdder onOthers = new LongAdder();

    /** Gets leases, and the tenant of a thread's operation, from the agent. */
    public BlockPlacement(ThrottleAgent agent, Blocks blocks, Peers peers) {
        this.agent = agent;
        this.blocks = blocks;
        this.peers = peers;
    }

    /** Of the DataNode with that configuration; empty while the hook is not installed there. */
    public static Optional<BlockPlacement> of(Configuration configuration) {
        return Optional.ofNullable(configuration == null ? null : PLACEMENTS.get(configuration));
    }

    /** Starts to decide for the DataNode with that configuration. */
    public void begin(Configuration configuration) {
        PLACEMENTS.put(configuration, this);
    }

    /** Stops deciding. */
    public void end(Configuration configuration) {
        PLACEMENTS.remove(configuration, this);
    }

    /**
     * The candidate volumes of the calling thread's new block, in order: the preferred ones, then those for when there
     * is no room on these, and at last all of them. Never empty, and none of the lists is empty unless there are no
     * volumes; never throws.
     */
    public <V extends FsVolumeSpi> List<List<V>> preferences(List<V> volumes) {
        try {
            Map<String, Tenant> leases = agent.isPassing() ? Map.of() : agent.leases();
            Set<String> draining = agent.draining();
            if (volumes.stream().noneMatch(volume -> leases.containsKey(volume.getStorageID()))) {
                return List.of(volumes);
            }
            Tenant writer = writer();
            List<V> own = new ArrayList<>();
            List<V> shared = new ArrayList<>();
            for (V volume : volumes) {
                Tenant holder = leases.get(volume.getStorageID());
                if (holder == null) {
                    shared.add(volume);
                } else if (holder.equals(writer) && !draining.contains(volume.getStorageID())) {
                    own.add(volume);
                }
            }
            List<List<V>> preferences = new ArrayList<>(List.of(own, shared));
            preferences.removeIf(List::isEmpty);
            if (own.size() + shared.size() < volumes.size() || preferences.size() > 1) {
                preferences.add(volumes);
            }
            return preferences;
        } catch (Throwable error) {
            agent.guard().failed("placing a block", error);
            return List.of(volumes);
        }
    }

    private Tenant writer() {
        TransferName name = TransferName.parse(Thread.currentThread().getName());
        TokenUser user = peers.user();
        return OwnWork.of(name, Direction.WRITE, blocks, user, peers)
                .orElseGet(() -> agent.tenantNow(name.client(), name.address(), user, Direction.WRITE.operation()));
    }

    /** Counts the volume chosen for the calling thread's new block; never throws. */
    public void placed(FsVolumeSpi volume) {
        try {
            Tenant holder = agent.leases().get(volume.getStorageID());
            if (holder != null) {
                (holder.equals(writer()) ? onOwn : onOthers).increment();
            }
        } catch (Throwable error) {
            agent.guard().failed("placing a block", error);
        }
    }

    /** The number of blocks placed on disks that their own tenant had leased. */
    public long onOwnLeases() {
        return onOwn.sum();
    }

    /** The number placed on disks that other tenants had leased, because there was no room elsewhere. */
    public long onOthersLeases() {
        return onOthers.sum();
    }
}
