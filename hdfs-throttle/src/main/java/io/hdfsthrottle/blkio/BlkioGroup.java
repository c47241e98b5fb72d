package io.hdfsthrottle.blkio;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One group of the blkio controller of cgroup v1 (kernel: Documentation/admin-guide/cgroup-v1/blkio-controller.rst).
 * Threads are moved one by one; a thread starts in the group of the one that started it. Thread-safe; holds no open
 * files.
 */
public final class BlkioGroup {

    private final ControlFiles files;
    private final Path folder;

    BlkioGroup(ControlFiles files, Path folder) {
        this.files = files;
        this.folder = folder;
    }

    /** Its folder. */
    public Path folder() {
        return folder;
    }

    /** Moves the calling thread here; the kernel takes 0 for it, so no id can be a wrong one. */
    public Outcome enter() {
        return files.write(folder.resolve("tasks"), "0");
    }

    /** Moves that thread here. */
    public Outcome take(long thread) {
        return files.write(folder.resolve("tasks"), Long.toString(thread));
    }

    /** The kernel ids of the threads in it; empty if the group no longer exists. */
    public Optional<List<Long>> threads() {
        return files.read(folder.resolve("tasks")).map(text -> Arrays.stream(text.split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .map(Long::valueOf)
                .collect(Collectors.toList()));
    }

    /**
     * Limits the total rate at which its threads read from a disk. Reads from the page cache are not counted.
     *
     * @param disk {@code major:minor} of the whole disk
     * @param rate above 0; {@link Rate#UNLIMITED} lifts the limit
     */
    public Outcome limitReads(String disk, Rate rate) {
        // The kernel takes 0 for no limit: a rate near zero must not become unlimited.
        long most = rate.isUnlimited() ? 0 : Math.max(rate.bytesPerSecond(), 1);
        return files.write(folder.resolve("blkio.throttle.read_bps_device"), disk + " " + most);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
