package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.KernelLayer;
import io.hdfsthrottle.coverage.LayerCoverage;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel layer that gives every transfer thread its tenant's I/O priority while it works for the tenant, where the
 * disk's scheduler honours priorities ({@link IoPriority#ofWeight}). It throttles no tenant: among requests that wait,
 * the scheduler takes the heavier tenant's more often, and pacing goes on as before.
 */
public final class IoPriorityLayer implements KernelLayer {

    private static final String NAME = "ioprio";

    /** The priority of a thread whose tenant's priority is not known yet: the kernel's own default. */
    private static final IoPriority MIDDLE = IoPriority.bestEffort(4);

    private static final IoPriority LOWEST = IoPriority.bestEffort(7);
    private static final Outcome NOT_TRIED = Outcome.failed("it was not tried yet");
    private static final Logger LOG = LoggerFactory.getLogger(IoPriorityLayer.class);

    private final boolean everywhere;
    private final IoPriorities priorities;
    private final Threads threads;
    private final Schedulers schedulers;
    private final Map<TransferThread, Place> places = new ConcurrentHashMap<>();
    private volatile Map<String, Map<Tenant, IoPriority>> byVolume = Map.of();
    private volatile Outcome state = NOT_TRIED;

    /**
     * A layer that is not proved yet.
     *
     * @param everywhere whether priorities are set on every disk; else only where the scheduler honours them
     * @param threads the threads of this process
     * @param sys where the kernel shows its devices, {@code /sys}
     */
    public IoPriorityLayer(boolean everywhere, IoPriorities priorities, Threads threads, ControlFiles files, Path sys) {
        this.everywhere = everywhere;
        this.priorities = priorities;
        this.threads = threads;
        this.schedulers = new Schedulers(files, sys);
    }

    @Override
    public void prove(Volume volume) {
        schedulers.add(volume);
        proveOnceNeeded(volume.id());
    }

    @Override
    public void forget(String volume) {
        schedulers.remove(volume);
    }

    /** Loads nothing native on a node none of whose disks would benefit. */
    private synchronized void proveOnceNeeded(String volume) {
        if (state.equals(NOT_TRIED) && isWanted(volume)) {
            state = tried();
            if (!state.isDone()) {
                LOG.warn("hdfs.throttle.kernel.ioprio is off, pacing goes on: {}", state);
            }
        }
    }

    private boolean isWanted(String volume) {
        return everywhere || schedulers.goesByLevels(volume);
    }

    /** Lowers the calling thread's priority and restores it. */
    private Outcome tried() {
        Outcome usable = priorities.usable();
        if (!usable.isDone()) {
            return usable;
        }
        long self = threads.current();
        Optional<IoPriority> before = priorities.of(self);
        if (self == Threads.UNKNOWN || before.isEmpty()) {
            return Outcome.failed("the kernel does not tell a thread's priority");
        }
        Outcome lowered = priorities.set(self, LOWEST);
        if (!lowered.isDone()) {
            return lowered;
        }
        boolean held = priorities.of(self).equals(Optional.of(LOWEST));
        Outcome raised = priorities.set(self, before.get());
        return held ? raised : Outcome.failed("the kernel did not keep the priority that it was told");
    }

    @Override
    public void enter(TransferThread thread, Work work) {
        Place before = places.get(thread);
        Optional<IoPriority> home = before == null ? homeOf(thread) : Optional.of(before.home);
        if (!state.isDone() || !isWanted(work.volume().id()) || home.isEmpty()) {
            leave(thread);
            return;
        }
        Place place = new Place(work, home.get(), priority(work));
        places.put(thread, place);
        note(priorities.set(thread.osThread(), place.priority));
    }

    private Optional<IoPriority> homeOf(TransferThread thread) {
        boolean known = state.isDone() && thread.osThread() != Threads.UNKNOWN;
        return known ? priorities.of(thread.osThread()) : Optional.empty();
    }

    private IoPriority priority(Work work) {
        Map<Tenant, IoPriority> here = byVolume.getOrDefault(work.volume().id(), Map.of());
        return here.getOrDefault(work.tenant(), MIDDLE);
    }

    @Override
    public void leave(TransferThread thread) {
        Place place = places.remove(thread);
        // The kernel may have reused the id of a thread that has ended.
        if (place != null && thread.isAlive()) {
            note(priorities.set(thread.osThread(), place.home));
        }
    }

    /** A thread may end at any moment; any other refusal ends the layer. */
    private void note(Outcome outcome) {
        if (!outcome.isDone() && outcome.kind() != Outcome.Kind.ENDED && state.isDone()) {
            state = outcome;
            LOG.warn("hdfs.throttle.kernel.ioprio went off, pacing goes on: {}", outcome);
        }
    }

    @Override
    public void renew(List<VolumeActivity> volumes, Collection<TransferThread> all) {
        schedulers.refresh();
        Map<String, Set<Tenant>> working = working();
        Map<String, Map<Tenant, IoPriority>> renewed = new HashMap<>();
        for (VolumeActivity volume : volumes) {
            proveOnceNeeded(volume.volume());
            renewed.put(volume.volume(), byWeight(volume, working.getOrDefault(volume.volume(), Set.of())));
        }
        byVolume = renewed;
        for (TransferThread thread : places.keySet()) {
            synchronized (thread) {
                Place place = places.get(thread);
                if (place != null && !priority(place.work).equals(place.priority)) {
                    enter(thread, place.work);
                }
            }
        }
    }

    private Map<String, Set<Tenant>> working() {
        Map<String, Set<Tenant>> working = new HashMap<>();
        for (Place place : places.values()) {
            working.computeIfAbsent(place.work.volume().id(), volume -> new HashSet<>())
                    .add(place.work.tenant());
        }
        return working;
    }

    /** Relative to the heaviest active tenant: relative to an idle one, all others would be at the lowest levels. */
    private static Map<Tenant, IoPriority> byWeight(VolumeActivity volume, Set<Tenant> working) {
        double heaviest = 0;
        for (TenantActivity tenant : volume.tenants()) {
            if (working.contains(tenant.terms().tenant())) {
                heaviest = Math.max(heaviest, tenant.terms().weight());
            }
        }
        Map<Tenant, IoPriority> priorities = new HashMap<>();
        for (TenantActivity tenant : volume.tenants()) {
            double weight = tenant.terms().weight();
            priorities.put(tenant.terms().tenant(), IoPriority.ofWeight(weight, Math.max(weight, heaviest)));
        }
        return priorities;
    }

    @Override
    public LayerCoverage cover(String volume) {
        if (!schedulers.goesByLevels(volume)) {
            String reason = reason(schedulers.of(volume));
            return everywhere ? LayerCoverage.none(NAME, reason) : LayerCoverage.notWanted(NAME, reason);
        }
        if (!state.isDone()) {
            return LayerCoverage.none(NAME, state.toString());
        }
        return LayerCoverage.by(NAME)
                .butNot(IoPath.WRITES, "threads of the kernel write them back, and those have no tenant")
                .butNot(IoPath.CACHED_READS, "no disk is in them")
                .butNot(IoPath.SHORT_CIRCUIT, "the client's own threads read");
    }

    private static String reason(String scheduler) {
        return scheduler.equals("mq-deadline")
                ? "mq-deadline knows classes and no levels, and all tenants are of one class; only bfq tells them apart"
                : "the disk's scheduler is " + scheduler
                        + ", which goes by no priorities; only bfq tells tenants apart";
    }

    @Override
    public void close() {
        for (TransferThread thread : places.keySet()) {
            synchronized (thread) {
                leave(thread);
            }
        }
        state = Outcome.failed("it is closed");
    }

    /** The work of a thread here, its priority, and the one it had before. Immutable. */
    private static final class Place {
        private final Work work;
        private final IoPriority home;
        private final IoPriority priority;

        Place(Work work, IoPriority home, IoPriority priority) {
            this.work = work;
            this.home = home;
            this.priority = priority;
        }
    }
}
