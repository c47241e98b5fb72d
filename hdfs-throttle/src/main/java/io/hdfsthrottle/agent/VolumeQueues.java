package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationWait;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.queue.VolumeQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues of a node's disks: created when a disk is first used, dropped once the host no longer has it
 * ({@code dfsadmin -reconfig} of {@code dfs.datanode.data.dir}, or a disk that failed). {@link #of}, {@link #all} and
 * {@link #activities} may be called from any thread, {@link #tick} from one and {@link #keep} from another.
 */
final class VolumeQueues {

    /** More volumes than a DataNode can have; beyond it they share a queue, so that memory stays bounded. */
    static final int MOST = 256;

    private static final Volume OTHERS = Volume.of("others", null);
    private static final Logger LOG = LoggerFactory.getLogger(VolumeQueues.class);

    private final Function<Volume, VolumeQueue> maker;
    private final Map<String, VolumeQueue> queues = new ConcurrentHashMap<>();
    private final Set<String> withoutFolder = ConcurrentHashMap.newKeySet();
    private final AtomicInteger renewals = new AtomicInteger();
    private final Consumer<Throwable> failed;
    private Set<String> missing = Set.of();

    /**
     * None yet.
     *
     * @param failed receives errors of single queues, which are replaced
     */
    VolumeQueues(Function<Volume, VolumeQueue> maker, Consumer<Throwable> failed) {
        this.maker = maker;
        this.failed = failed;
    }

    VolumeQueue of(Volume volume) {
        VolumeQueue queue = queues.get(volume.id());
        return queue != null ? queue : newcomer(volume);
    }

    private synchronized VolumeQueue newcomer(Volume volume) {
        // The last place is for all that come later: a report with one volume more would be refused whole.
        Volume known = queues.size() < MOST - 1 ? volume : OTHERS;
        if (known.folder().isEmpty()) {
            withoutFolder.add(known.id());
        }
        return queues.computeIfAbsent(known.id(), id -> maker.apply(known));
    }

    /** Whether any tenant was throttled on any of them within that time. */
    boolean waitedWithin(Duration time) {
        return queues.values().stream().anyMatch(queue -> queue.waitedWithin(time));
    }

    /**
     * Limits each tenant's waits to this part of the configured limit from now on; a tenant that is not named has the
     * full limit.
     */
    void limitWaits(Map<Tenant, Double> parts) {
        queues.values().forEach(queue -> queue.limitWaits(parts));
    }

    void tick(Grant grant) {
        Map<String, Integer> limited = new HashMap<>();
        queues.values().forEach(queue -> queue.countLimited(limited));
        queues.forEach((id, queue) -> {
            try {
                queue.tick(grant, limited);
            } catch (Throwable error) { // costs no other volume anything
                LOG.error("Volume {} is scheduled anew, because its queue failed: {}", id, error.toString());
                failed.accept(error);
                renew(id);
            }
        });
    }

    /** Ends the streams of threads that have ended or work on something else. */
    void closeEnded() {
        queues.values().forEach(VolumeQueue::closeEnded);
    }

    /** Lets everything pass on all of them. */
    void close() {
        queues.values().forEach(VolumeQueue::close);
    }

    /**
     * Drops the queues of disks that the host listed neither now nor at the previous call: a disk that was just added
     * may be used before it is listed. A thread that still reads from such a disk goes on unscheduled, because the
     * disk's removal waits for it.
     *
     * @param present the disks that the host has now; none if it does not report them
     */
    void keep(List<Volume> present) {
        if (present.isEmpty()) {
            return;
        }
        Set<String> absent = new HashSet<>(queues.keySet());
        present.forEach(volume -> absent.remove(volume.id()));
        absent.removeAll(withoutFolder);
        for (String id : absent) {
            if (missing.contains(id) && end(id)) {
                LOG.info("Volume {} is gone, and no longer scheduled", id);
            }
        }
        missing = absent;
    }

    /**
     * Replaces all queues by empty ones: a thread in an earlier stream passes there until it requests its account
     * again.
     */
    void renew() {
        queues.keySet().forEach(this::renew);
    }

    private void renew(String id) {
        boolean unused = end(id);
        renewals.incrementAndGet();
    }

    /** How often queues were replaced. */
    int renewals() {
        return renewals.get();
    }

    private boolean end(String id) {
        VolumeQueue ended = queues.remove(id);
        if (ended != null) {
            ended.close();
        }
        return ended != null;
    }

    List<VolumeQueue> all() {
        return new ArrayList<>(queues.values());
    }

    /** The applications that waited longest on that volume, at most that many; none if the volume is gone. */
    List<ApplicationWait> waits(String volume, int most) {
        VolumeQueue queue = queues.get(volume);
        return queue == null ? List.of() : queue.waits(most);
    }

    /**
     * Charges what an application's executors moved on the volume's disk to its tenant's share there; no-op if the
     * volume is gone.
     */
    void chargeBeside(String volume, Tenant tenant, String application, long bytes) {
        VolumeQueue queue = queues.get(volume);
        if (queue != null && bytes > 0) {
            queue.chargeBeside(tenant, application, bytes);
        }
    }

    /** The volumes whose disks also serve much I/O that is not scheduled here, from now on. */
    void shareDisks(Set<String> volumes) {
        queues.forEach((id, queue) -> queue.shareDisk(volumes.contains(id)));
    }

    /** The activity of each volume and its tenants at the last tick. */
    List<VolumeActivity> activities() {
        List<VolumeActivity> activities = new ArrayList<>(queues.size());
        queues.values().forEach(queue -> activities.add(queue.activity()));
        return activities;
    }
}
