package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.localio.DiskCounters;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The I/O account of a node's disks: what the machine moves on each, the parts of HDFS and of local executors, and the
 * unclaimed rest. Only verified executors count, and never for more than the disk really did. One thread polls, once a
 * second; {@link #claims} and {@link #state} may be called from any.
 */
public final class LocalIo implements AutoCloseable {

    /**
     * A refused executor is checked again after this many polls, then with backoff: its thread may not have been named
     * yet.
     */
    private static final int AGAIN = 2;

    private static final int MOST_DOUBLINGS = 5;

    /** The most processes that one poll verifies in full; further claims wait. */
    private static final int MOST_WHOLE = 16;

    /** A tenant that takes less from a disk is no contender for it. */
    private static final Rate LITTLE = Rate.ofBytesPerSecond(64L << 10);

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1_000;
    private static final int HEAVIEST = 1_000;

    /** The part of the time in which a disk has requests that is taken for all of it. */
    private static final double BUSY = 0.9;

    private final ExecutorMode mode;
    private final Ownership ownership;
    private final Optional<ExecutorGroups> groups;
    private final ControlFiles files;
    private final Path proc;
    private final Processes processes;
    private final Function<Volume, Optional<String>> devices;
    private final Shares shares;
    private final Ticker ticker;
    private final Map<String, TrackedExecutor> executors = new HashMap<>();
    private final Map<String, DiskAccount> disks = new HashMap<>();
    private final Map<String, Long> hdfsBefore = new HashMap<>();
    private DiskCounters counters = DiskCounters.NONE;
    private volatile List<LocalExecutor> claimed = List.of();
    private volatile LocalIoState state;
    private long polledNanos;
    private int polls;
    private int wholeLeft;
    private boolean closed;

    /** The shares of the node's disks. */
    public interface Shares {

        /** A tenant's weight on a volume. */
        double weight(String volume, Tenant tenant);

        /** Charges what an application's executors moved on a volume's disk to its tenant's share there. */
        void charge(String volume, Tenant tenant, String application, long bytes);
    }

    /**
     * An account without observations yet.
     *
     * @param groups where executors are limited, if they are to be
     * @param proc {@code /proc}
     * @param devices the {@code major:minor} of the whole disk that a volume is on
     */
    public LocalIo(
            ExecutorMode mode,
            Ownership ownership,
            Optional<ExecutorGroups> groups,
            ControlFiles files,
            Path proc,
            Function<Volume, Optional<String>> devices,
            Shares shares,
            Ticker ticker) {
        this.mode = mode;
        this.ownership = ownership;
        this.groups = groups;
        this.files = files;
        this.proc = proc;
        this.processes = new Processes(files, proc);
        this.devices = devices;
        this.shares = shares;
        this.ticker = ticker;
        this.polledNanos = ticker.nanos();
        this.state = mode == ExecutorMode.OFF ? LocalIoState.OFF : LocalIoState.NOT_YET;
    }

    /** Replaces the list of executors that may be here, as reported by a coordinator. */
    public void claims(List<LocalExecutor> claims) {
        claimed = List.copyOf(claims);
    }

    /** The result of the last poll. */
    public LocalIoState state() {
        return state;
    }

    /**
     * Polls once; takes about a millisecond for each executor, and some for a new one or one that is held, whose
     * threads are looked at.
     */
    public synchronized void poll(List<Volume> present, List<VolumeActivity> activities) {
        if (closed || mode == ExecutorMode.OFF) {
            return;
        }
        long now = ticker.nanos();
        double seconds = Math.max(1e-3, (now - polledNanos) / NANOS_PER_SECOND);
        polledNanos = now;
        polls++;
        wholeLeft = MOST_WHOLE;
        updateExecutors();
        place(present, activities);
        DiskCounters before = counters;
        counters = DiskCounters.parse(files.read(proc.resolve("diskstats")).orElse(""));
        executors.values().forEach(tracked -> tracked.done = 0);
        disks.forEach((device, disk) -> settle(device, disk, before, seconds));
        executors.values().forEach(tracked -> tracked.mean.add(tracked.done, seconds));
        if (mode == ExecutorMode.HOLD) {
            hold(seconds);
        }
        state = found();
    }

    private void updateExecutors() {
        Map<String, LocalExecutor> told = new LinkedHashMap<>();
        claimed.forEach(each -> told.put(each.key(), each));
        executors.keySet().retainAll(told.keySet());
        told.forEach((key, executor) -> {
            TrackedExecutor tracked = executors.computeIfAbsent(key, missing -> new TrackedExecutor());
            tracked.executor = executor;
            verify(tracked);
            if (tracked.refused.isEmpty()) {
                tracked.debt.observe(
                        executor.claim(), processes.io(executor.claim().pid()));
            }
        });
    }

    /** Verifies in full until the executor is accepted; from then on only that it is still the same process. */
    private void verify(TrackedExecutor tracked) {
        long pid = tracked.executor.claim().pid();
        OptionalLong start = processes.startTicks(pid);
        boolean same = start.isPresent()
                && start.getAsLong() == tracked.executor.claim().startTicks();
        boolean believed = tracked.refused.isEmpty();
        if (believed && same) {
            return;
        }
        if (believed || (polls >= tracked.nextPoll && wholeLeft > 0)) {
            wholeLeft--;
            tracked.nextPoll = polls + (AGAIN << Math.min(tracked.refusals++, MOST_DOUBLINGS));
            tracked.refused = ownership.obstacle(tracked.executor, same ? processes.find(pid) : absent(start));
        }
    }

    private static Optional<ProcessFacts> absent(OptionalLong start) {
        return start.isEmpty() ? Optional.empty() : Optional.of(new ProcessFacts(start.getAsLong(), "", Set::of));
    }

    /** Which volumes are on which disk. */
    private void place(List<Volume> present, List<VolumeActivity> activities) {
        Map<String, String> deviceOf = new HashMap<>();
        present.forEach(volume -> devices.apply(volume).ifPresent(device -> deviceOf.put(volume.id(), device)));
        disks.values().forEach(disk -> disk.volumes.clear());
        for (VolumeActivity volume : activities) {
            String device = deviceOf.get(volume.volume());
            if (device != null) {
                disks.computeIfAbsent(device, missing -> new DiskAccount())
                        .volumes
                        .add(volume);
            }
        }
        disks.values().removeIf(disk -> disk.volumes.isEmpty());
    }

    private void settle(String device, DiskAccount disk, DiskCounters before, double seconds) {
        double hdfs = disk.volumes.stream().mapToDouble(this::hdfs).sum();
        OptionalLong now = counters.bytes(device);
        OptionalLong then = before.bytes(device);
        if (now.isEmpty() || then.isEmpty()) {
            return;
        }
        double total = (double) Math.max(0, now.getAsLong() - then.getAsLong());
        List<TrackedExecutor> here = new ArrayList<>();
        double owed = 0;
        for (TrackedExecutor tracked : executors.values()) {
            if (tracked.refused.isEmpty() && tracked.debt.owed(device) > 0) {
                here.add(tracked);
                owed += tracked.debt.owed(device);
            }
        }
        double part = owed == 0 ? 0 : Math.min(1, Math.max(0, total - hdfs) / owed);
        Map<Tenant, Double> taken = new HashMap<>();
        for (TrackedExecutor tracked : here) {
            double done = part * tracked.debt.owed(device);
            tracked.debt.done(device, done);
            tracked.done += done;
            taken.merge(tracked.executor.tenant(), done, Double::sum);
            charge(disk, tracked.executor, done);
        }
        taken.keySet().forEach(tenant -> disk.tenants.computeIfAbsent(tenant, missing -> new Mean()));
        disk.tenants.forEach((tenant, mean) -> mean.add(taken.getOrDefault(tenant, 0.0), seconds));
        disk.tenants.values().removeIf(mean -> mean.rate().compareTo(LITTLE) < 0);
        disk.total.add(total, seconds);
        disk.hdfs.add(hdfs, seconds);
        disk.executors.add(part * owed, seconds);
        disk.taken = taken;
        disk.isBusy = isBusy(before.busyMillis(device), counters.busyMillis(device), seconds);
    }

    /** One that does not tell is believed to be. */
    private static boolean isBusy(OptionalLong before, OptionalLong now, double seconds) {
        return before.isEmpty()
                || now.isEmpty()
                || now.getAsLong() - before.getAsLong() >= BUSY * seconds * MILLIS_PER_SECOND;
    }

    /** Bytes charged for HDFS on a volume since the last poll. */
    private double hdfs(VolumeActivity volume) {
        long charged =
                volume.tenants().stream().mapToLong(TenantActivity::charged).sum();
        Long before = hdfsBefore.put(volume.volume(), charged);
        return before == null ? 0 : (double) Math.max(0, charged - before);
    }

    private void charge(DiskAccount disk, LocalExecutor executor, double bytes) {
        if (mode.compareTo(ExecutorMode.CHARGE) >= 0) {
            String queue = disk.volumes.get(0).volume(); // the volumes of one disk have one
            shares.charge(queue, executor.tenant(), executor.application(), Math.round(bytes));
        }
    }

    private void hold(double seconds) {
        ExecutorGroups into = groups.orElseThrow();
        Map<String, TrackedExecutor> verified = new HashMap<>();
        executors.forEach((key, tracked) -> {
            tracked.notHeld = tracked.refused.isEmpty() ? into.take(tracked.executor) : "";
            if (tracked.refused.isEmpty() && tracked.notHeld.isEmpty()) {
                verified.put(key, tracked);
                tracked.waits(processes.waitsForDisk(tracked.executor.claim().pid()), seconds);
            }
        });
        into.keep(verified.keySet());
        disks.forEach((device, disk) -> limit(into, device, disk, seconds));
    }

    private void limit(ExecutorGroups into, String device, DiskAccount disk, double seconds) {
        String volume = disk.volumes.get(0).volume();
        Map<Tenant, List<TenantActivity>> hdfs =
                new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
        disk.volumes.forEach(each -> each.tenants().stream()
                .filter(tenant -> tenant.backlogged() || tenant.rate().bytesPerSecond() > 0)
                .forEach(tenant -> hdfs.computeIfAbsent(tenant.terms().tenant(), missing -> new ArrayList<>())
                        .add(tenant)));
        disk.tenants.keySet().forEach(tenant -> hdfs.computeIfAbsent(tenant, missing -> new ArrayList<>()));
        Set<Tenant> waiting = executors.values().stream()
                .filter(TrackedExecutor::wantsMore)
                .map(tracked -> tracked.executor.tenant())
                .collect(Collectors.toSet());
        List<GroupLimits.Contender> contenders = new ArrayList<>();
        double heaviest = hdfs.keySet().stream()
                .mapToDouble(tenant -> shares.weight(volume, tenant))
                .max()
                .orElse(1);
        hdfs.forEach((tenant, there) -> {
            long rate = there.stream()
                    .mapToLong(each -> each.rate().bytesPerSecond())
                    .sum();
            Mean local = disk.tenants.get(tenant);
            double weight = shares.weight(volume, tenant);
            contenders.add(new GroupLimits.Contender(
                    tenant,
                    weight,
                    Rate.ofBytesPerSecond(rate),
                    Rate.ofBytesPerSecond(Math.round(disk.taken.getOrDefault(tenant, 0.0) / seconds)),
                    local == null ? Rate.ZERO : local.rate(),
                    waiting.contains(tenant) || there.stream().anyMatch(TenantActivity::heldBack),
                    into.limit(tenant, device),
                    disk.ahead.getOrDefault(tenant, 0.0)));
            into.weigh(tenant, (int) Math.max(1, Math.round(weight / heaviest * HEAVIEST)));
        });
        Map<Tenant, GroupLimits.Standing> standings = GroupLimits.of(contenders, disk.isBusy, seconds);
        standings.forEach((tenant, standing) -> into.limit(tenant, device, standing.limit()));
        executors.values().stream()
                .map(tracked -> tracked.executor.tenant())
                .filter(tenant -> !standings.containsKey(tenant))
                .forEach(tenant -> into.limit(tenant, device, Rate.UNLIMITED));
        Map<Tenant, Double> ahead = new HashMap<>();
        standings.forEach((tenant, standing) -> ahead.put(tenant, standing.ahead()));
        disk.ahead = ahead;
    }

    private LocalIoState found() {
        Map<String, DiskUse> volumes = new HashMap<>();
        disks.forEach((device, disk) -> disk.volumes.forEach(volume -> volumes.put(
                volume.volume(), new DiskUse(device, disk.total.rate(), disk.hdfs.rate(), disk.executors.rate()))));
        List<ExecutorStanding> standings = new ArrayList<>();
        executors.values().forEach(tracked -> standings.add(standing(tracked)));
        standings.sort((a, b) -> (a.application() + a.executor()).compareTo(b.application() + b.executor()));
        String machine = files.read(proc.resolve("sys/kernel/random/boot_id")).orElse(null);
        return new LocalIoState(machine, volumes, standings, coveredBy(), reason());
    }

    private ExecutorStanding standing(TrackedExecutor tracked) {
        ExecutorStanding.State reached = ExecutorStanding.State.REFUSED;
        String reason = tracked.refused;
        if (reason.isEmpty()) {
            boolean held = mode == ExecutorMode.HOLD && tracked.notHeld.isEmpty();
            reached = held
                    ? ExecutorStanding.State.HELD
                    : mode == ExecutorMode.COUNT ? ExecutorStanding.State.COUNTED : ExecutorStanding.State.CHARGED;
            reason = tracked.notHeld;
        }
        LocalExecutor executor = tracked.executor;
        return new ExecutorStanding(
                executor.application(),
                executor.claim().executor(),
                executor.tenant(),
                reached,
                tracked.mean.rate(),
                reason);
    }

    private List<String> coveredBy() {
        List<String> layers = new ArrayList<>();
        if (mode.compareTo(ExecutorMode.CHARGE) >= 0) {
            layers.add("charged to shares");
        }
        if (mode == ExecutorMode.HOLD && groups.orElseThrow().obstacle().isEmpty()) {
            layers.add("control groups");
        }
        return layers;
    }

    private String reason() {
        switch (mode) {
            case COUNT:
                return "counted only: hdfs.throttle.executors=charge takes it from shares";
            case CHARGE:
                return "not held back itself: hdfs.throttle.executors=hold does that, where the host has control"
                        + " groups";
            default:
                String obstacle = groups.orElseThrow().obstacle();
                return obstacle.isEmpty() ? "writes are charged, not held: others' would wait for them" : obstacle;
        }
    }

    /**
     * Moves every process back to its original group until the next poll, because everything is to pass for now. What
     * executors move meanwhile is charged to nobody.
     */
    public synchronized void release() {
        groups.ifPresent(into -> into.keep(Set.of()));
        executors.clear();
        disks.clear();
        hdfsBefore.clear();
        counters = DiskCounters.NONE;
        state = closed ? state : state.passing();
    }

    /** Moves every process back to its original group, for good. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        groups.ifPresent(ExecutorGroups::close);
        state = LocalIoState.OFF;
    }
}
