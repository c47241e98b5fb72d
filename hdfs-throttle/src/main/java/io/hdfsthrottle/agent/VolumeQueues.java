package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.queue.VolumeQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queues of a node's disks: created when a disk is first used, dropped once the host no longer has it
 * ({@code dfsadmin -reconfig} of {@code dfs.datanode.data.dir}, or a disk that failed). Volumes of one disk share its
 * queue, which is called by the first of them. {@link #of}, {@link #all}, {@link #disks} and {@link #activities} may be
 * called from any thread, {@link #tick} from one and {@link #keep} from another.
 */
final class VolumeQueues {

    /** More volumes than a DataNode can have; beyond it they share a queue, so that memory stays bounded. */
    static final int MOST = 256;

    private static final Volume OTHERS = Volume.of("others", null);
    private static final Logger LOG = LoggerFactory.getLogger(VolumeQueues.class);

    private final Function<Volume, VolumeQueue> maker;
    private final Function<String, Optional<String>> devices;

    /** By volume. */
    private final Map<String, VolumeQueue> queues = new ConcurrentHashMap<>();

    /** One for each disk, the oldest first: volumes that join an older queue's disk leave theirs. */
    private final List<VolumeQueue> byAge = new CopyOnWriteArrayList<>();

    private final VolumeBytes bytes = new VolumeBytes();
    private final Set<String> withoutFolder = ConcurrentHashMap.newKeySet();
    private final AtomicInteger renewals = new AtomicInteger();
    private final Consumer<Throwable> failed;
    private Set<String> missing = Set.of();

    /**
     * @param devices the device of the disk that a volume is on; empty where it is not known, or not yet
     * @param failed receives errors of single queues, which are replaced
     */
    VolumeQueues(
            Function<Volume, VolumeQueue> maker,
            Function<String, Optional<String>> devices,
            Consumer<Throwable> failed) {
        this.maker = maker;
        this.devices = devices;
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
        VolumeQueue there = queues.get(known.id());
        if (there == null) {
            there = onDiskOf(known.id()).orElseGet(() -> made(known));
            queues.put(known.id(), there);
        }
        return there;
    }

    private VolumeQueue made(Volume volume) {
        VolumeQueue queue = maker.apply(volume);
        byAge.add(queue);
        return queue;
    }

    private Optional<VolumeQueue> onDiskOf(String volume) {
        Optional<String> device = devices.apply(volume);
        Optional<VolumeQueue> queue = device.flatMap(this::oldestOn);
        queue.ifPresent(each -> LOG.info(
                "Volume {} shares the queue of volume {}: both are on disk {}", volume, each.volume(), device.get()));
        return queue;
    }

    private Optional<VolumeQueue> oldestOn(String device) {
        return byAge.stream()
                .filter(each ->
                        devices.apply(each.volume()).filter(device::equals).isPresent())
                .findFirst();
    }

    /**
     * The counter for bytes that a tenant of the volume's queue moves there; empty where the queue counts them by
     * itself.
     */
    Optional<LongAdder> counter(Volume volume, Tenant tenant) {
        VolumeQueue queue = queues.get(volume.id());
        return queue == null || queue.volume().equals(volume.id())
                ? Optional.empty()
                : Optional.of(bytes.of(volume.id(), tenant));
    }

    /** Whether any tenant was throttled on any of them within that time. */
    boolean waitedWithin(Duration time) {
        return all().stream().anyMatch(queue -> queue.waitedWithin(time));
    }

    /**
     * Limits each tenant's waits to this part of the configured limit from now on; a tenant that is not named has the
     * full limit.
     */
    void limitWaits(Map<Tenant, Double> parts) {
        all().forEach(queue -> queue.limitWaits(parts));
    }

    void tick(Grant grant) {
        Map<String, Integer> limited = new HashMap<>();
        List<VolumeQueue> all = all();
        all.forEach(queue -> queue.countLimited(limited));
        all.forEach(queue -> {
            try {
                if (queue.follow()) {
                    renewals.incrementAndGet();
                }
                queue.tick(grant, limited);
            } catch (Throwable error) { // costs no other volume anything
                LOG.error(
                        "Volume {} is scheduled anew, because its queue failed: {}", queue.volume(), error.toString());
                failed.accept(error);
                renew(queue.volume());
            }
        });
    }

    /** Ends the streams of threads that have ended or work on something else. */
    void closeEnded() {
        all().forEach(VolumeQueue::closeEnded);
    }

    /** Lets everything pass on all of them. */
    void close() {
        all().forEach(VolumeQueue::close);
    }

    /**
     * Drops the queues of volumes that the host listed neither now nor at the previous call: a volume that was just
     * added may be used before it is listed. A thread that still reads from such a disk goes on unscheduled, because
     * the disk's removal waits for it. Volumes that turn out to be on one disk share a queue from then on.
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
        present.forEach(volume -> place(volume.id()));
    }

    /** Ends the volume's queue, or its part in one, if it belongs to another; the next operation finds that. */
    private void place(String id) {
        VolumeQueue queue = queues.get(id);
        Optional<String> device = devices.apply(id);
        if (queue != null) {
            boolean moved = queue.volume().equals(id)
                    ? device.flatMap(this::oldestOn)
                            .filter(oldest -> oldest != queue)
                            .isPresent()
                    : !devices.apply(queue.volume()).equals(device);
            if (moved) {
                renew(id);
            }
        }
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

    /** How often queues were replaced, or ended the streams of a tenant because its mode has changed. */
    int renewals() {
        return renewals.get();
    }

    private boolean end(String id) {
        VolumeQueue ended = forget(id);
        if (ended != null && ended.volume().equals(id)) {
            ended.close();
        }
        return ended != null;
    }

    /** The volume's queue until now. The queue called by it loses its other volumes too, which then have another. */
    private synchronized VolumeQueue forget(String id) {
        VolumeQueue queue = queues.remove(id);
        if (queue != null) {
            bytes.forget(id);
            if (queue.volume().equals(id)
                    && byAge.remove(queue)
                    && queues.values().removeIf(each -> each == queue)) {
                renewals.incrementAndGet();
            }
        }
        return queue;
    }

    /** One for each disk, the oldest first. */
    List<VolumeQueue> all() {
        return Collections.unmodifiableList(byAge);
    }

    /**
     * The applications that use the disk called by that volume, at most that many of those that waited longest; none if
     * there is no such disk.
     */
    List<ApplicationActivity> applications(String volume, int most) {
        VolumeQueue queue = queues.get(volume);
        return queue == null || !queue.volume().equals(volume) ? List.of() : queue.applications(most);
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

    /** The volumes that disks are called by which also serve much I/O that is not scheduled here, from now on. */
    void shareDisks(Set<String> volumes) {
        all().forEach(queue -> queue.shareDisk(volumes.contains(queue.volume())));
    }

    /** The volumes that disks are called by which the kernel calls rotational. */
    void rotational(Predicate<String> volumes) {
        all().forEach(queue -> queue.rotational(volumes.test(queue.volume())));
    }

    /** The activity of each disk and its tenants at the last tick, under the volume that it is called by. */
    List<VolumeActivity> disks() {
        List<VolumeActivity> activities = new ArrayList<>(queues.size());
        all().forEach(queue -> activities.add(queue.activity()));
        return activities;
    }

    /** The same with further volumes of a disk after it. */
    List<VolumeActivity> activities() {
        Map<VolumeQueue, List<String>> further = new LinkedHashMap<>();
        all().forEach(queue -> further.put(queue, new ArrayList<>()));
        queues.forEach((id, queue) -> {
            if (!queue.volume().equals(id) && further.containsKey(queue)) {
                further.get(queue).add(id);
            }
        });
        List<VolumeActivity> activities = new ArrayList<>(queues.size());
        further.forEach((queue, volumes) -> activities.addAll(bytes.divide(queue.activity(), volumes)));
        return activities;
    }
}
