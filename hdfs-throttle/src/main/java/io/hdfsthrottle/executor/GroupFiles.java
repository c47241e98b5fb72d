package io.hdfsthrottle.executor;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The control files of cgroup v1's blkio or of v2's io (kernel:
 * Documentation/admin-guide/cgroup-v1/blkio-controller.rst, cgroup-v2.rst). Reads alone are limited: a journaling file system makes
 * everybody's synchronous write wait for the data of a limited writer (ext4: Documentation/filesystems/ext4, data=ordered).
 */
final class GroupFiles {

    private static final String PROCESSES = "cgroup.procs";
    private static final String READS = "blkio.throttle.read_bps_device";
    private static final String MAX = "io.max";
    private static final String CONTROLLERS = "cgroup.controllers";
    private static final String BELOW = "cgroup.subtree_control";

    private final ControlFiles files;
    private final Path parent;
    private final boolean unified;

    private GroupFiles(ControlFiles files, Path parent, boolean unified) {
        this.files = files;
        this.parent = parent;
        this.unified = unified;
    }

    /** The control files below that group; empty if it has neither controller. */
    static Optional<GroupFiles> of(ControlFiles files, Path parent) {
        if (files.exists(parent.resolve(READS))) {
            return Optional.of(new GroupFiles(files, parent, false));
        }
        boolean io = words(files.read(parent.resolve(CONTROLLERS)).orElse("")).contains("io");
        return io ? Optional.of(new GroupFiles(files, parent, true)) : Optional.empty();
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\s+", -1));
    }

    /** Enables the controller for groups below the parent. */
    Outcome enable() {
        Path below = parent.resolve(BELOW);
        return !unified || words(files.read(below).orElse("")).contains("io")
                ? Outcome.DONE
                : files.write(below, "+io");
    }

    /** The folder of the group that a process is in, by its {@code /proc/<pid>/cgroup}. */
    Optional<Path> groupOf(String text, Path cgroups) {
        for (String line : text.split("\n", -1)) {
            String[] parts = line.split(":", 3);
            boolean ours = parts.length == 3
                    && parts[2].startsWith("/")
                    && (unified
                            ? parts[0].equals("0") && parts[1].isEmpty()
                            : List.of(parts[1].split(",", -1)).contains("blkio"));
            if (ours) {
                return Optional.of(mount(cgroups).resolve(parts[2].substring(1)).normalize());
            }
        }
        return Optional.empty();
    }

    /** The hierarchy that the parent is in: the whole tree where there is only v2, a folder of it elsewhere. */
    private Path mount(Path cgroups) {
        if (files.exists(cgroups.resolve(CONTROLLERS)) || !parent.startsWith(cgroups) || parent.equals(cgroups)) {
            return cgroups;
        }
        return cgroups.resolve(cgroups.relativize(parent).getName(0));
    }

    /** Moves a process there, all of its threads. */
    Outcome put(Path group, long pid) {
        return files.write(group.resolve(PROCESSES), Long.toString(pid));
    }

    /** Limits reads of a group from a disk. */
    Outcome limit(Path group, String device, Rate rate) {
        long bytes = Math.max(1, rate.bytesPerSecond());
        if (unified) {
            String most = rate.isUnlimited() ? "max" : Long.toString(bytes);
            return files.write(group.resolve(MAX), device + " rbps=" + most);
        }
        String most = device + " " + (rate.isUnlimited() ? 0 : bytes);
        return files.write(group.resolve(READS), most);
    }

    /** The disks on which a group has limits. */
    List<String> limited(Path group) {
        List<String> devices = new ArrayList<>();
        String text = files.read(group.resolve(unified ? MAX : READS)).orElse("");
        for (String line : text.split("\n", -1)) {
            String device = line.split(" ", 2)[0];
            if (device.contains(":")) {
                devices.add(device);
            }
        }
        return devices;
    }

    /** Sets the weight for every scheduler by weight; without effect on a disk that has none. */
    void weigh(Path group, int weight) {
        for (String file : unified ? List.of("io.weight", "io.bfq.weight") : List.of("blkio.bfq.weight")) {
            Outcome unused = files.write(group.resolve(file), Integer.toString(weight));
        }
    }
}
