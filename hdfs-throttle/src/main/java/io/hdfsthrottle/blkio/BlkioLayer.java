package io.hdfsthrottle.blkio;

import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.coverage.LayerCoverage;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel layer that puts each tenant's reading threads into a group of cgroup v1's blkio, which throttles their
 * reads from disks: a backstop behind pacing.
 *
 * <p>Reads only: the kernel writes HDFS's data later, on threads of its own. Any refusal after the first proof ends the
 * layer on all volumes, because threads that are in groups must be able to leave them.
 */
final class BlkioLayer implements KernelLayer {

    static final String NAME = "blkio";

    /**
     * Tenants beyond this number are not limited by the kernel: each group costs it memory, and time wherever groups
     * are walked.
     */
    static final int MOST_GROUPS = 256;

    /** A group that was empty for a minute is removed. */
    static final int IDLE_RENEWALS = 240;

    /**
     * Moving another thread costs the kernel more than moving the calling one: at most this many at a time, the rest
     * next time.
     */
    static final int MOST_SENT_HOME = 64;

    private static final int SWEEP_EVERY = 4;
    private static final int ATTEMPTS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(BlkioLayer.class);

    private final Supplier<Optional<BlkioTree>> search;
    private final Supplier<String> noTree;
    private final Function<Volume, Optional<String>> disks;
    private final BlkioProof proof;
    private final Function<Tenant, Terms> terms;
    private final boolean readsAhead;
    private final Object limits = new Object();
    private final Map<String, BlkioPlace> places = new ConcurrentHashMap<>();
    private final Map<Tenant, TenantGroup> groups = new ConcurrentHashMap<>();

    /**
     * Threads in a group or about to enter one, by kernel id; other threads are moved home under the lock of their id.
     */
    private final Map<Long, TransferThread> inside = new ConcurrentHashMap<>();

    private volatile BlkioTree tree;
    private volatile String off = "";
    private int renewals;
    private int attemptsLeft = ATTEMPTS;

    /**
     * The layer, not in use before a volume was proved.
     *
     * @param search finds the tree; asked once, on the proving thread
     * @param noTree the reason to report where there is none
     * @param disks the whole disk below a volume, {@code major:minor}
     * @param terms the current terms of a tenant
     * @param readsAhead whether the host reads ahead on threads of its own: then the kernel does not see all reads here
     */
    BlkioLayer(
            Supplier<Optional<BlkioTree>> search,
            Supplier<String> noTree,
            Function<Volume, Optional<String>> disks,
            BlkioProof proof,
            Function<Tenant, Terms> terms,
            boolean readsAhead) {
        this.search = search;
        this.noTree = noTree;
        this.disks = disks;
        this.proof = proof;
        this.terms = terms;
        this.readsAhead = readsAhead;
    }

    @Override
    public void prove(Volume volume) {
        if (!off.isEmpty() || !findTree()) {
            return;
        }
        Optional<String> disk = disks.apply(volume);
        String obstacle = disk.map(found -> obstacle(volume, found)).orElse("the kernel shows no disk below it");
        if (!off.isEmpty()) {
            return; // logged already, or stopped meanwhile
        }
        if (!obstacle.isEmpty()) {
            places.put(volume.id(), BlkioPlace.without(obstacle));
            LOG.warn("Volume {} is left to pacing, not to {}: {}", volume, NAME, obstacle);
        } else {
            groups.forEach((tenant, group) -> limitAtFirst(group, tenant, disk.orElseThrow()));
            places.put(volume.id(), BlkioPlace.on(disk.orElseThrow()));
            LOG.info(
                    "Volume {}: {} was proved on disk {}",
                    volume,
                    cover(volume.id()).layer(),
                    disk.get());
        }
    }

    /** The kernel drops limits with the disk; they must be set again if a disk of that number returns. */
    @Override
    public void forget(String volume) {
        synchronized (limits) {
            BlkioPlace place = places.remove(volume);
            Optional<String> disk = Optional.ofNullable(place).flatMap(BlkioPlace::disk);
            boolean last =
                    places.values().stream().noneMatch(other -> other.disk().equals(disk));
            disk.filter(number -> last).ifPresent(number -> groups.values().forEach(group -> group.forget(number)));
        }
    }

    private boolean findTree() {
        if (tree == null) {
            Optional<BlkioTree> found = search.get();
            if (found.isEmpty()) {
                goOff(noTree.get());
                return false;
            }
            if (readsAhead) {
                LOG.warn("{} does not see what the DataNode reads ahead; set dfs.datanode.readahead.bytes to 0", NAME);
            }
            int left = found.get().sweep();
            if (left > 0) {
                LOG.info("Removed the groups of {} DataNodes that ended without removing them", left);
            }
            tree = found.get();
        }
        return true;
    }

    private String obstacle(Volume volume, String disk) {
        // A thread that could not return to the home group must not leave it.
        Outcome back = tree.home().enter();
        if (!back.isDone()) {
            return goOff(BlkioRefusal.of(tree.home().folder().resolve("tasks"), back));
        }
        BlkioGroup group = tree.proofGroup();
        try {
            Outcome made = make(group);
            Outcome in = made.isDone() ? group.enter() : made;
            return in.isDone()
                    ? proof.obstacle(group, volume, disk)
                    : goOff(BlkioRefusal.of(made.isDone() ? group.folder() : tree.ours(), in));
        } finally {
            Outcome unused = tree.home().enter();
            unused = tree.remove(group);
        }
    }

    /** After the end no group is made any more: it would never be removed. */
    private synchronized Outcome make(BlkioGroup group) {
        return off.isEmpty() ? tree.make(group) : Outcome.ABSENT;
    }

    @Override
    public void enter(TransferThread thread, Work work) {
        Optional<TenantGroup> group = isFor(thread, work) ? groupOf(work.tenant()) : Optional.empty();
        // Listed before it enters: a sweep sends it home either before that, or not at all.
        group.ifPresent(wanted -> inside.put(thread.osThread(), thread));
        Optional<Outcome> outcome = group.flatMap(TenantGroup::enter);
        if (outcome.isPresent() && outcome.get().isDone()) {
            return;
        }
        outcome.ifPresent(refused -> goOff(BlkioRefusal.of(group.get().group().folder(), refused)));
        if (inside.remove(thread.osThread(), thread)) {
            Outcome unused = tree.home().enter();
        }
    }

    private boolean isFor(TransferThread thread, Work work) {
        BlkioPlace place = places.get(work.volume().id());
        return off.isEmpty()
                && work.reads()
                && thread.osThread() != 0
                && place != null
                && place.disk().isPresent();
    }

    private Optional<TenantGroup> groupOf(Tenant tenant) {
        TenantGroup known = groups.get(tenant);
        return known != null ? Optional.of(known) : newGroup(tenant);
    }

    private synchronized Optional<TenantGroup> newGroup(Tenant tenant) {
        if (!groups.containsKey(tenant) && groups.size() < MOST_GROUPS) {
            TenantGroup group = new TenantGroup(tree.group(tenant.name()));
            Outcome unused = make(group.group()); // entering it reports the error
            places.values().forEach(place -> place.disk().ifPresent(disk -> limitAtFirst(group, tenant, disk)));
            groups.put(tenant, group);
        }
        return Optional.ofNullable(groups.get(tenant));
    }

    /**
     * Sets the first limit before any of its threads reads from that disk; a refusal recurs at the next renewal, which
     * reports it.
     */
    private void limitAtFirst(TenantGroup group, Tenant tenant, String disk) {
        Outcome unused = group.limit(disk, BlkioRule.atFirst(terms.apply(tenant)));
    }

    @Override
    public void leave(TransferThread thread) {
        if (inside.remove(thread.osThread(), thread)) {
            if (thread.isAlive()) {
                Outcome unused = tree.home().take(thread.osThread());
            }
        }
    }

    @Override
    public void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads) {
        if (!off.isEmpty()) {
            cleanUp();
        } else if (tree != null) {
            if (renewals++ % SWEEP_EVERY == 0) {
                sendStrangersHome();
            }
            groups.forEach(this::removeIfIdle);
            synchronized (limits) {
                BlkioUpdate.apply(volumes, places, groups);
            }
        }
    }

    /** Moves home threads that inherited the group from one that was in it: pools would keep it for ever. */
    private void sendStrangersHome() {
        for (TenantGroup group : groups.values()) {
            Optional<List<Long>> members = group.group().threads();
            if (members.isEmpty()) {
                goOff(BlkioRefusal.of(group.group().folder(), Outcome.ABSENT));
                return;
            }
            members.get().stream()
                    .filter(member -> !inside.containsKey(member))
                    .limit(MOST_SENT_HOME)
                    .forEach(this::sendHome);
        }
    }

    /** A thread that enters meanwhile waits for this one write, and is in its group afterwards. */
    private void sendHome(long osThread) {
        inside.computeIfAbsent(osThread, stranger -> {
            Outcome unused = tree.home().take(stranger);
            return null;
        });
    }

    private synchronized void removeIfIdle(Tenant tenant, TenantGroup group) {
        boolean empty = group.group().threads().map(List::isEmpty).orElse(false);
        if (group.foundEmpty(empty) >= IDLE_RENEWALS) {
            groups.remove(tenant);
            Outcome unused = group.remove(tree::remove);
        }
    }

    @Override
    public LayerCoverage cover(String volume) {
        if (!off.isEmpty()) {
            return LayerCoverage.none(NAME, off);
        }
        return places.getOrDefault(volume, BlkioPlace.without("not tried yet")).cover(readsAhead);
    }

    /** Ends the layer, once and with a warning; its owner moves the threads home. */
    private synchronized String goOff(String reason) {
        if (off.isEmpty()) {
            off = reason;
            LOG.warn("The layer {} is off and pacing goes on without it: {}", NAME, reason);
        }
        return off;
    }

    /** Moves all threads home and removes all groups; failed removals are retried a few times. */
    private synchronized void cleanUp() {
        if (tree == null || attemptsLeft == 0) {
            return;
        }
        attemptsLeft--;
        groups.clear();
        inside.values().forEach(this::leave);
        if (tree.removeAll().isDone()) {
            attemptsLeft = 0;
        }
    }

    /** Removes everything that the layer made, as far as the kernel allows. */
    @Override
    public void close() {
        synchronized (this) {
            if (off.isEmpty()) {
                off = "stopped";
            }
        }
        for (int attempt = 0; attempt < ATTEMPTS && attemptsLeft > 0; attempt++) {
            cleanUp();
        }
    }
}
