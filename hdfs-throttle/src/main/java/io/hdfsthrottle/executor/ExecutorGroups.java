package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A control group for each tenant's executors, below a group that an administrator delegated: cgroup v1's blkio or v2's
 * io. Processes are moved back to their original groups when they are no longer wanted, and at the end. Not
 * thread-safe.
 */
public final class ExecutorGroups {

    /** No control file has this prefix: a tenant may be named tasks. */
    private static final String PREFIX = "t-";

    /** The group for a process whose original group is unknown, because an earlier DataNode moved it. */
    private static final String NOBODYS = "none";

    private static final int MOST_GROUPS = 256;
    private static final double LITTLE = 0.1;

    private final ControlFiles files;
    private final Path parent;
    private final Path cgroups;
    private final Processes processes;
    private final Map<String, Moved> moved = new HashMap<>();
    private final Map<Path, Map<String, Rate>> limits = new HashMap<>();
    private final Map<Path, Integer> weights = new HashMap<>();
    private Optional<String> obstacle = Optional.empty();
    private GroupFiles kind;

    private static final class Moved {
        private final long pid;
        private final long startTicks;
        private final Path from;
        private final Path to;

        Moved(long pid, long startTicks, Path from, Path to) {
            this.pid = pid;
            this.startTicks = startTicks;
            this.from = from;
            this.to = to;
        }
    }

    /**
     * Groups that are not made yet.
     *
     * @param parent the delegated group's folder
     * @param cgroups where control groups are mounted, {@code /sys/fs/cgroup}
     */
    public ExecutorGroups(ControlFiles files, Path parent, Path cgroups, Processes processes) {
        this.files = files;
        this.parent = parent;
        this.cgroups = cgroups;
        this.processes = processes;
    }

    /**
     * Why no process can be put into groups; empty if that works. The first call lifts the limits that an earlier
     * process left.
     */
    String obstacle() {
        if (obstacle.isEmpty()) {
            obstacle = Optional.of(begin());
        }
        return obstacle.get();
    }

    private String begin() {
        Optional<GroupFiles> found = GroupFiles.of(files, parent);
        if (found.isEmpty()) {
            return parent + " is no control group with the blkio (v1) or io (v2) controller";
        }
        kind = found.get();
        Outcome enabled = kind.enable();
        if (!enabled.isDone()) {
            return parent + ": the io controller cannot be enabled below it: " + enabled;
        }
        for (Path left : files.foldersIn(parent)) {
            if (left.getFileName().toString().startsWith(PREFIX)) {
                kind.limited(left).forEach(device -> kind.limit(left, device, Rate.UNLIMITED));
            }
        }
        return "";
    }

    /**
     * Puts the executor's process, verified just before, into its tenant's group; why it is not in it, or empty if it
     * is.
     */
    String take(LocalExecutor executor) {
        if (!obstacle().isEmpty()) {
            return obstacle();
        }
        Path group = parent.resolve(PREFIX + executor.tenant().name());
        Moved known = moved.get(executor.key());
        if (known != null && known.to.equals(group)) {
            return "";
        }
        if (!limits.containsKey(group) && limits.size() >= MOST_GROUPS) {
            return "there are " + MOST_GROUPS + " groups already";
        }
        Outcome made = files.makeFolder(group);
        if (!made.isDone()) {
            return group + ": " + made;
        }
        limits.computeIfAbsent(group, missing -> new HashMap<>());
        return move(executor, group, known);
    }

    private String move(LocalExecutor executor, Path group, Moved known) {
        long pid = executor.claim().pid();
        long start = executor.claim().startTicks();
        Optional<Path> now = kind.groupOf(processes.groups(pid).orElse(""), cgroups);
        if (now.isEmpty()) {
            return "it is not known in which control group process " + pid + " is";
        }
        Path from = known != null ? known.from : now.get();
        if (from.startsWith(parent)) {
            from = parent.resolve(NOBODYS);
            Outcome unused = files.makeFolder(from);
        }
        Outcome outcome = kind.put(group, pid);
        if (!outcome.isDone()) {
            return group + ": " + outcome;
        }
        if (!isStill(pid, start)) { // its pid was just reused: the process that has it goes back
            Outcome unused = kind.put(now.get(), pid);
            return "process " + pid + " has ended";
        }
        moved.put(executor.key(), new Moved(pid, start, from, group));
        return "";
    }

    private boolean isStill(long pid, long startTicks) {
        OptionalLong start = processes.startTicks(pid);
        return start.isPresent() && start.getAsLong() == startTicks;
    }

    /**
     * Limits what the tenant's executors read from a disk; a change of less than a tenth is not set, because the kernel
     * restarts its count with each.
     */
    void limit(Tenant tenant, String device, Rate rate) {
        Path group = parent.resolve(PREFIX + tenant.name());
        Map<String, Rate> known = limits.get(group);
        if (known == null) {
            return;
        }
        Rate before = known.getOrDefault(device, Rate.UNLIMITED);
        double change = Math.abs((double) rate.bytesPerSecond() - before.bytesPerSecond());
        boolean little = !before.isUnlimited() && !rate.isUnlimited() && change < LITTLE * before.bytesPerSecond();
        if (!Objects.equals(before, rate)
                && !little
                && kind.limit(group, device, rate).isDone()) {
            known.put(device, rate);
        }
    }

    /** The current limit of the tenant's executors on a disk. */
    Rate limit(Tenant tenant, String device) {
        return limits.getOrDefault(parent.resolve(PREFIX + tenant.name()), Map.of())
                .getOrDefault(device, Rate.UNLIMITED);
    }

    /** Sets the weight of the tenant's group on disks that are scheduled by weight, 1 to 1000. */
    void weigh(Tenant tenant, int weight) {
        Path group = parent.resolve(PREFIX + tenant.name());
        if (limits.containsKey(group) && !Objects.equals(weights.put(group, weight), weight)) {
            kind.weigh(group, weight);
        }
    }

    /** Moves back all processes but these, and removes groups without processes. */
    void keep(Set<String> keys) {
        List<String> gone = new ArrayList<>(moved.keySet());
        gone.removeAll(keys);
        gone.forEach(this::putBack);
        if (kind == null) {
            return;
        }
        Set<Path> used = new HashSet<>();
        moved.values().forEach(each -> used.add(each.to));
        for (Path group : List.copyOf(limits.keySet())) {
            if (!used.contains(group)) {
                limits.remove(group).keySet().forEach(device -> kind.limit(group, device, Rate.UNLIMITED));
                weights.remove(group);
                Outcome unused = files.removeFolder(group);
            }
        }
    }

    private void putBack(String key) {
        Moved gone = moved.remove(key);
        if (isStill(gone.pid, gone.startTicks) && !kind.put(gone.from, gone.pid).isDone()) {
            Path nobodys = parent.resolve(NOBODYS); // its original group is gone
            Outcome unused = files.makeFolder(nobodys);
            unused = kind.put(nobodys, gone.pid);
        }
    }

    /** Moves every process back and lifts every limit, as far as the kernel allows. */
    void close() {
        keep(Set.of());
        if (kind != null) {
            Outcome unused = files.removeFolder(parent.resolve(NOBODYS));
        }
    }
}
