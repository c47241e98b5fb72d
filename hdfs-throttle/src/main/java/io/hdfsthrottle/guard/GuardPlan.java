package io.hdfsthrottle.guard;

import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The configured actions of the guard on every disk of the node. Immutable; makes all decisions, queries nothing
 * itself.
 */
public final class GuardPlan {

    /** Setting: the node's weight beside other groups, cgroup v2. */
    public static final String WEIGHT = "guard.weight";

    /** Setting: the most that the node may read, and write, of one disk, cgroup v2. */
    public static final String MOST = "guard.limit";

    /** Setting: how long the node's requests may take before other groups are throttled, cgroup v2. */
    public static final String LATENCY = "guard.latency";

    /** Setting: the folders of neighbours' control groups. */
    public static final String NEIGHBOURS = "guard.neighbours";

    /** Setting: the most that each neighbour may read, and write, of one disk. */
    public static final String NEIGHBOURS_LIMIT = "guard.neighbours.limit";

    /** Setting: how much may wait in memory to be written to one disk. */
    public static final String DIRTY = "guard.dirty.limit";

    /** Setting: how long a read may take before the kernel writes back less at once. */
    public static final String READ_LATENCY = "guard.read.latency";

    private final Optional<Integer> weight;
    private final Optional<Rate> most;
    private final Optional<Duration> latency;
    private final List<Path> neighbours;
    private final Optional<Rate> neighboursLimit;
    private final Optional<Rate> dirty;
    private final Optional<Duration> readLatency;

    /**
     * A plan; an empty setting is not applied.
     *
     * @param dirty bytes, in a rate's notation
     */
    public GuardPlan(
            Optional<Integer> weight,
            Optional<Rate> most,
            Optional<Duration> latency,
            List<Path> neighbours,
            Optional<Rate> neighboursLimit,
            Optional<Rate> dirty,
            Optional<Duration> readLatency) {
        this.weight = weight;
        this.most = most;
        this.latency = latency;
        this.neighbours = List.copyOf(neighbours);
        this.neighboursLimit = neighboursLimit;
        this.dirty = dirty;
        this.readLatency = readLatency;
    }

    /** Whether nothing is to be done. */
    public boolean isNothing() {
        return neighbours.isEmpty()
                && Stream.of(weight, most, latency, dirty, readLatency).noneMatch(Optional::isPresent);
    }

    /** The values that control files must have for that disk. */
    List<ControlValue> values(GuardedDisk disk) {
        List<ControlValue> values = new ArrayList<>();
        ownGroup(disk, values);
        neighboursLimit.ifPresent(
                limit -> neighbours.forEach(group -> values.addAll(neighbour(disk, group, limit.bytesPerSecond()))));
        dirty.ifPresent(bytes -> {
            values.add(ControlValue.plain(DIRTY, disk.writeback("strict_limit"), "1"));
            // The kernel keeps a number of bytes as a part of all memory, and only the part can be read back unrounded.
            values.add(ControlValue.plain(DIRTY, disk.writeback("max_bytes"), Long.toString(bytes.bytesPerSecond()))
                    .putBackThrough(disk.writeback("max_ratio_fine")));
        });
        readLatency.ifPresent(
                target -> values.add(ControlValue.plain(READ_LATENCY, disk.queue("wbt_lat_usec"), micros(target))));
        return values;
    }

    /** Documentation/admin-guide/cgroup-v2.rst, IO Interface Files. */
    private void ownGroup(GuardedDisk disk, List<ControlValue> values) {
        String number = disk.number();
        weight.ifPresent(parts -> values.add(
                ControlValue.ofDevice(WEIGHT, disk.ownGroup(disk.weightFile()), number, parts.toString(), "default")));
        most.ifPresent(rate -> values.add(ControlValue.ofDevice(
                MOST, disk.ownGroup("io.max"), number, both(rate.bytesPerSecond()), "rbps=max wbps=max")));
        latency.ifPresent(target -> values.add(ControlValue.ofDevice(
                LATENCY, disk.ownGroup("io.latency"), number, "target=" + micros(target), "target=0")));
    }

    private static List<ControlValue> neighbour(GuardedDisk disk, Path group, long bytes) {
        if (!disk.isOfVersion1(group)) {
            return List.of(ControlValue.ofDevice(
                    NEIGHBOURS, group.resolve("io.max"), disk.number(), both(bytes), "rbps=max wbps=max"));
        }
        // 0 is no limit there: Documentation/admin-guide/cgroup-v1/blkio-controller.rst.
        List<ControlValue> both = new ArrayList<>();
        for (String way : List.of("read", "write")) {
            Path file = group.resolve(GuardedDisk.VERSION_1.replace("write", way));
            both.add(ControlValue.ofDevice(NEIGHBOURS, file, disk.number(), Long.toString(bytes), "0"));
        }
        return both;
    }

    private static String both(long bytes) {
        return "rbps=" + bytes + " wbps=" + bytes;
    }

    private static String micros(Duration duration) {
        return Long.toString(duration.toNanos() / 1_000);
    }
}
