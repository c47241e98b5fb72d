package io.hdfsthrottle.guard;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Disk;
import java.nio.file.Path;
import java.util.Optional;

/** Locates the control files for one disk on this host. Asks the kernel; thread-safe. */
final class GuardedDisk {

    /** A group that has this file is one of cgroup v1. */
    static final String VERSION_1 = "blkio.throttle.write_bps_device";

    private static final String VERSION_2_LINE = "0::";

    private final Disk disk;
    private final ControlFiles files;
    private final Path sys;
    private final Path proc;
    private final Path groups;

    /** Below {@code /sys}, {@code /proc} and {@code /sys/fs/cgroup}. */
    GuardedDisk(Disk disk, ControlFiles files, Path sys, Path proc, Path groups) {
        this.disk = disk;
        this.files = files;
        this.sys = sys;
        this.proc = proc;
        this.groups = groups;
    }

    String number() {
        return disk.number();
    }

    /** A file of this process's own group of cgroup v2, also where that is mounted beside version 1. */
    Path ownGroup(String file) {
        Path root = files.exists(groups.resolve("cgroup.controllers")) ? groups : groups.resolve("unified");
        Optional<String> lines = files.read(proc.resolve("self/cgroup"));
        String own = lines.flatMap(text -> text.lines()
                        .filter(line -> line.startsWith(VERSION_2_LINE))
                        .findFirst())
                .map(line -> line.substring(VERSION_2_LINE.length()))
                .orElse("/");
        return root.resolve(own.substring(1)).resolve(file);
    }

    /** Whether a limit of that group would throttle this process itself, being in it or, in version 2, below it. */
    boolean isOurs(Path group) {
        String self = Long.toString(ProcessHandle.current().pid());
        return ownGroup("io.max").startsWith(group)
                || files.read(group.resolve("cgroup.procs")).stream()
                        .flatMap(String::lines)
                        .anyMatch(self::equals);
    }

    /** bfq has weights of its own; without it they are those of the kernel's cost model. */
    String weightFile() {
        return disk.scheduler(files).equals(Optional.of("bfq")) ? "io.bfq.weight" : "io.weight";
    }

    boolean isOfVersion1(Path group) {
        return files.exists(group.resolve(VERSION_1));
    }

    /** A file of the disk's dirty pages (Documentation/ABI/testing/sysfs-class-bdi). */
    Path writeback(String file) {
        return sys.resolve("class/bdi").resolve(disk.number()).resolve(file);
    }

    /** A file of the disk's queue (Documentation/ABI/stable/sysfs-block). */
    Path queue(String file) {
        return disk.queue().resolve(file);
    }
}
