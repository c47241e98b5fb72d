package io.hdfsthrottle.setting;

import io.hdfsthrottle.guard.DiskGuard;
import io.hdfsthrottle.guard.GuardPlan;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.unit.Durations;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The settings of the guard against other processes' I/O on the node's disks, {@code hdfs.throttle.guard.*}. Immutable.
 */
public final class GuardSettings {

    private static final String STATE_FILE = "guard.state.file";

    static final Set<String> KEYS = Set.of(
            GuardPlan.WEIGHT,
            GuardPlan.MOST,
            GuardPlan.LATENCY,
            GuardPlan.NEIGHBOURS,
            GuardPlan.NEIGHBOURS_LIMIT,
            GuardPlan.DIRTY,
            GuardPlan.READ_LATENCY,
            STATE_FILE);

    private static final Path SYS = Path.of("/sys");
    private static final Path PROC = Path.of("/proc");
    private static final int MOST_WEIGHT = 1_000;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final GuardPlan plan;
    private final Path stateFile;

    /** @throws SettingException naming the first key that is malformed, or that makes no sense without another */
    GuardSettings(Map<String, String> written) throws SettingException {
        List<Path> neighbours = Setting.read(written, GuardPlan.NEIGHBOURS, "", GuardSettings::groups);
        Optional<Rate> neighboursLimit =
                Setting.read(written, GuardPlan.NEIGHBOURS_LIMIT, "", optional(value -> atLeast(value, "20m")));
        if (neighbours.isEmpty() != neighboursLimit.isEmpty()) {
            String there =
                    AgentSettings.PREFIX + (neighbours.isEmpty() ? GuardPlan.NEIGHBOURS_LIMIT : GuardPlan.NEIGHBOURS);
            String missing = neighbours.isEmpty()
                    ? GuardPlan.NEIGHBOURS + ", for example /sys/fs/cgroup/system.slice/backup.service"
                    : GuardPlan.NEIGHBOURS_LIMIT + ", for example 20m";
            throw new SettingException(
                    there,
                    there + "=" + written.get(there) + " does nothing without " + AgentSettings.PREFIX + missing);
        }
        plan = new GuardPlan(
                Setting.read(written, GuardPlan.WEIGHT, "", optional(GuardSettings::weight)),
                Setting.read(written, GuardPlan.MOST, "", optional(value -> atLeast(value, "100m"))),
                Setting.read(written, GuardPlan.LATENCY, "", optional(value -> target(value, "20ms"))),
                neighbours,
                neighboursLimit,
                Setting.read(written, GuardPlan.DIRTY, "", optional(value -> atLeast(value, "4m"))),
                Setting.read(written, GuardPlan.READ_LATENCY, "", optional(value -> target(value, "2ms"))));
        stateFile = Setting.read(written, STATE_FILE, "", Setting::path);
    }

    private static <T> Function<String, Optional<T>> optional(Function<String, T> reader) {
        return value -> value.isEmpty() ? Optional.empty() : Optional.of(reader.apply(value));
    }

    private static Integer weight(String value) {
        int weight = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw new IllegalArgumentException("1 to 1000, others having 100; for example 300");
        }
        return weight;
    }

    private static Rate atLeast(String value, String good) {
        Rate rate = Rate.parse(value);
        if (rate.bytesPerSecond() < 1 << 20) {
            throw new IllegalArgumentException(
                    "less than 1m would stop what it is meant to protect; for example " + good);
        }
        return rate;
    }

    private static Duration target(String value, String good) {
        String range = "1ms to 1s, for example " + good;
        Duration target;
        try {
            target = Durations.parse(value);
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException(range, none);
        }
        if (target.compareTo(SHORTEST) < 0 || target.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(range);
        }
        return target;
    }

    private static List<Path> groups(String value) {
        List<Path> groups = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            if (!part.isBlank()) {
                Path group = Setting.path(part.trim());
                if (!group.isAbsolute() || !group.equals(group.normalize())) {
                    throw new IllegalArgumentException("the folder of a control group as it is mounted, for example"
                            + " /sys/fs/cgroup/system.slice/backup.service, and not " + part.trim());
                }
                groups.add(group);
            }
        }
        return groups;
    }

    /**
     * The guard, if it is configured, or if an earlier process left something to restore.
     *
     * @param stateFolder where the values to restore are recorded, if no file is set for that
     */
    public Optional<DiskGuard> guard(String node, Path stateFolder) {
        Path memory =
                stateFile == null ? stateFolder.resolve("guard-" + node.replaceAll("[^A-Za-z0-9._-]", "_")) : stateFile;
        return plan.isNothing() && !Files.exists(memory)
                ? Optional.empty()
                : Optional.of(
                        new DiskGuard(plan, memory, ControlFiles.ofKernel(), SYS, PROC, SYS.resolve("fs/cgroup")));
    }
}
