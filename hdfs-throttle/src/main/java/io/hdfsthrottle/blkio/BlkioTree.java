package io.hdfsthrottle.blkio;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The subtree of this process's own groups in cgroup v1's blkio: below the group that it is in,
 * {@code hdfs-throttle/<node>@<process>/<tenant>}. Thread-safe.
 */
public final class BlkioTree {

    private static final String OURS = "hdfs-throttle";

    /** No control file has this prefix: a tenant may be named tasks. */
    private static final String PREFIX = "t-";

    private final ControlFiles files;
    private final Path proc;
    private final BlkioGroup home;
    private final Path node;

    private BlkioTree(ControlFiles files, Path proc, Path home, String node) {
        this.files = files;
        this.proc = proc;
        this.home = new BlkioGroup(files, home);
        this.node = home.resolve(OURS).resolve(node);
    }

    /**
     * Finds the group that this process is in.
     *
     * @param cgroups where control groups are mounted, {@code /sys/fs/cgroup}
     * @param proc where the kernel shows its processes, {@code /proc}
     * @param node the node's name
     * @param process this process's id
     * @return nothing where there is no blkio of cgroup v1
     */
    public static Optional<BlkioTree> find(ControlFiles files, Path cgroups, Path proc, String node, long process) {
        Path mount = cgroups.resolve("blkio");
        String folder = node.replaceAll("[^A-Za-z0-9._-]", "_") + "@" + process;
        return ownGroup(files.read(proc.resolve("self/cgroup")).orElse(""))
                .map(group -> mount.resolve(group.substring(1)))
                .filter(group -> files.exists(group.resolve("tasks")))
                // A container may see only its own part of the tree, as if that were all.
                .or(() -> Optional.of(mount).filter(group -> files.exists(group.resolve("tasks"))))
                .map(group -> new BlkioTree(files, proc, group, folder));
    }

    /** The path after {@code 7:blkio:} in {@code /proc/self/cgroup} (cgroups(7)). */
    private static Optional<String> ownGroup(String cgroups) {
        for (String line : cgroups.split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains("blkio") && parts[2].startsWith("/")) {
                return Optional.of(parts[2]);
            }
        }
        return Optional.empty();
    }

    /** Whether this host has only cgroup v2, whose io controller does not distinguish threads. */
    public static boolean isUnified(ControlFiles files, Path cgroups) {
        return files.exists(cgroups.resolve("cgroup.controllers"));
    }

    /** The group that this process is in, where threads come from and return to. */
    public BlkioGroup home() {
        return home;
    }

    /** The folder of all groups of agents, including those of other DataNodes. */
    public Path ours() {
        return node.getParent();
    }

    /** The group of that name, which need not be there yet. */
    public BlkioGroup group(String name) {
        return new BlkioGroup(files, node.resolve(PREFIX + name));
    }

    /** The group for testing whether groups work. */
    public BlkioGroup proofGroup() {
        return new BlkioGroup(files, node.resolve("proof"));
    }

    /** Makes the group and its parent folders. */
    public Outcome make(BlkioGroup group) {
        Outcome outcome = files.makeFolder(ours());
        if (outcome.isDone()) {
            outcome = files.makeFolder(node);
        }
        return outcome.isDone() ? files.makeFolder(group.folder()) : outcome;
    }

    /** Moves all threads of the group home, and removes it. */
    public Outcome remove(BlkioGroup group) {
        group.threads().ifPresent(threads -> threads.forEach(home::take));
        return files.removeFolder(group.folder());
    }

    /** Removes every group of this process, and their parent folder if no other process has groups there. */
    public Outcome removeAll() {
        Outcome outcome = removeAll(node);
        // It stays if another DataNode has groups in it.
        Outcome unused = files.removeFolder(ours());
        return outcome;
    }

    /** Removes the groups of processes that have ended, including an earlier one with this process's id. */
    public int sweep() {
        List<Path> left = new ArrayList<>();
        for (Path folder : files.foldersIn(ours())) {
            String name = folder.getFileName().toString();
            String process = name.substring(name.lastIndexOf('@') + 1);
            boolean alive = !folder.equals(node) && files.exists(proc.resolve(process));
            if (!alive && name.contains("@") && removeAll(folder).isDone()) {
                left.add(folder);
            }
        }
        return left.size();
    }

    private Outcome removeAll(Path folder) {
        for (Path group : files.foldersIn(folder)) {
            Outcome unused = remove(new BlkioGroup(files, group));
        }
        new BlkioGroup(files, folder).threads().ifPresent(threads -> threads.forEach(home::take));
        return files.removeFolder(folder);
    }
}
