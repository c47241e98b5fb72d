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
 * On which volumes a new block belongs while disks are leased: a leaseholder's on those of its own, everybody else's on those that nobody has leased; nobody's on those that are
 * to be drained. Only a preference, because no write is refused.
 *
 * <p>HDFS chooses the volume on the transfer thread that then receives the block ({@code BlockReceiver} asks {@code FsDatasetImpl.createRbw}), after the
 * thread has its name and the block token was checked: so the writer is known as it is to pacing. It holds a lock of its dataset meanwhile, so no thread waits here: an
 * application's first blocks may come before the coordinator has said whose it is. Thread-safe.
 */
public final class BlockPlacement {

    /** By the configuration of each DataNode of this process, which is all that HDFS gives a policy. */
    private static final Map<Configuration, BlockPlacement> PLACEMENTS = new ConcurrentHashMap<>();

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final Peers peers;
    private final LongAdder onOwn = new LongAdder();
    private final LongAdder onOthers = new LongAdder();

    /** Asks the agent who has leased what, and whose a thread's operation is. */
    public BlockPlacement(ThrottleAgent agent, Blocks blocks, Peers peers) {
        this.agent = agent;
        this.blocks = blocks;
        this.peers = peers;
    }

    /** Of the DataNode with that configuration; nothing while the hook is not in place there. */
    public static Optional<BlockPlacement> of(Configuration configuration) {
        return Optional.ofNullable(configuration == null ? null : PLACEMENTS.get(configuration));
    }

    /** From now on decides for the DataNode with that configuration. */
    public void begin(Configuration configuration) {
        PLACEMENTS.put(configuration, this);
    }

    /** Decides no more. */
    public void end(Configuration configuration) {
        PLACEMENTS.remove(configuration, this);
    }

    /**
     * Where the calling thread's new block belongs: the volumes to be chosen from, then those for when there is no room on these, and at last all of them. Never
     * empty, and none of them is empty unless there are no volumes; never throws.
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

    /** The calling thread's new block goes there; never throws. */
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

    /** How many blocks went to disks that their own tenant had leased. */
    public long onOwnLeases() {
        return onOwn.sum();
    }

    /** How many went to disks that others had leased, because there was no room elsewhere. */
    public long onOthersLeases() {
        return onOthers.sum();
    }
}
