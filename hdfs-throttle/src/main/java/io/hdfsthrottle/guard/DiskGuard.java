package io.hdfsthrottle.guard;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Disk;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits other processes' I/O on the disks of the node, as the plan says. What it changes is recorded first and
 * restored at the end, or at the next start if the process was killed: even if nothing is configured then. It is
 * independent of tenants and does nothing on transfer threads. Thread-safe.
 */
public final class DiskGuard implements AutoCloseable {

    private static final Outcome OURS =
            Outcome.failed("the DataNode itself is in that group; name the group of a neighbour alone");
    private static final Logger LOG = LoggerFactory.getLogger(DiskGuard.class);

    private final GuardPlan plan;
    private final ControlFiles files;
    private final Path sys;
    private final Path proc;
    private final Path groups;
    private final GuardMemory memory;
    private final Set<Disk> disks = new HashSet<>();
    private final Map<ControlValue, Outcome> outcomes = new HashMap<>();
    private boolean begun;
    private boolean closed;

    /**
     * A guard that has done nothing yet.
     *
     * @param memory the file in which it records what it changes
     * @param sys {@code /sys}
     * @param proc {@code /proc}
     * @param groups {@code /sys/fs/cgroup}
     */
    public DiskGuard(GuardPlan plan, Path memory, ControlFiles files, Path sys, Path proc, Path groups) {
        this.plan = plan;
        this.files = files;
        this.sys = sys;
        this.proc = proc;
        this.groups = groups;
        this.memory = new GuardMemory(memory, proc, files);
    }

    /** Guards the disks of these volumes that it does not guard yet, each once for all volumes on it. */
    public synchronized void guard(List<Volume> volumes) {
        volumes.forEach(this::guard);
    }

    private void guard(Volume volume) {
        begin();
        Optional<Disk> disk = volume.folder()
                .flatMap(folder -> BlockDevice.below(folder, sys))
                .map(BlockDevice::disk);
        if (disk.isPresent() && !closed && disks.add(disk.get())) {
            guard(disk.get());
        }
    }

    private void begin() {
        if (!begun) {
            begun = true;
            putBack("what an earlier process left");
        }
    }

    private void putBack(String what) {
        for (String refused : memory.putBack()) {
            LOG.warn("The guard could not put back {}: {}", what, refused);
        }
    }

    private void guard(Disk disk) {
        GuardedDisk where = new GuardedDisk(disk, files, sys, proc, groups);
        for (ControlValue value : plan.values(where)) {
            Outcome before = outcomes.get(value);
            if (before == null || before.kind() == Outcome.Kind.ABSENT) {
                boolean ours = value.setting().equals(GuardPlan.NEIGHBOURS)
                        && where.isOurs(value.file().getParent());
                Outcome outcome = ours ? OURS : set(value);
                outcomes.put(value, outcome);
                if (!outcome.equals(before)) {
                    say(value, outcome);
                }
            }
        }
    }

    private Outcome set(ControlValue value) {
        Optional<String> now = files.exists(value.file()) ? files.read(value.source()) : Optional.empty();
        if (now.isEmpty()) {
            return Outcome.ABSENT;
        }
        Outcome noted = memory.note(value.source(), value.putBack(now.get()));
        return noted.isDone() ? files.write(value.file(), value.text()) : noted;
    }

    private static void say(ControlValue value, Outcome outcome) {
        if (outcome.isDone()) {
            LOG.info("hdfs.throttle.{}: {}", value.setting(), value);
        } else {
            LOG.warn("hdfs.throttle.{} is not in force, the DataNode goes on: {}: {}", value.setting(), value, outcome);
        }
    }

    /**
     * Retries files that were absent: a neighbour's group may appear after the node starts, and reappear. Called a few
     * times a second.
     */
    public synchronized void renew() {
        if (closed) {
            return;
        }
        outcomes.replaceAll(
                (value, outcome) -> outcome.isDone() && !files.exists(value.file()) ? Outcome.ABSENT : outcome);
        disks.forEach(this::guard);
    }

    /** Restores everything. Idempotent. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            putBack("what it changed");
        }
    }
}
