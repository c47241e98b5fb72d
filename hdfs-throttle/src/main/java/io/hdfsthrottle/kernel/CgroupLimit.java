package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit that control groups of version 1 or 2 set on this process (cgroups(7)). The limits of all groups above apply,
 * too, as far as they are mounted here: a container may see its own group as the root of a mount, under the name that
 * the host gave it (proc(5), {@code mountinfo}).
 */
final class CgroupLimit {

    /** No group sets one. */
    static final long NONE = Long.MAX_VALUE;

    private static final int ROOT = 3;
    private static final int POINT = 4;

    /** A mount of groups: its root among them, and where it is. */
    private static final class Mount {

        private final Path root;
        private final Path point;

        Mount(Path root, Path point) {
            this.root = root;
            this.point = point;
        }

        /** The least on the way up from that group; from the root of the mount if the group is not below it. */
        long least(Path group, String file) throws IOException {
            long least = NONE;
            Path below = group.startsWith(root) ? root.relativize(group) : Path.of("");
            for (Path at = point.resolve(below); at != null && at.startsWith(point); at = at.getParent()) {
                if (Files.isReadable(at.resolve(file))) {
                    least = Math.min(
                            least, number(Files.readString(at.resolve(file)).trim()));
                }
            }
            return least;
        }
    }

    private CgroupLimit() {}

    /**
     * The least such limit.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     * @param usual where groups are mounted if the kernel does not say, {@code /sys/fs/cgroup}
     * @param controller for example {@code pids}
     * @param file for example {@code pids.max}
     * @return {@link #NONE} if there is none
     */
    static long least(Path proc, Path usual, String controller, String file) throws IOException {
        long least = NONE;
        for (String line : Files.readAllLines(proc.resolve("self/cgroup"))) {
            // 0::/a/b of version 2 and 8:pids,freezer:/a/b of version 1.
            String[] parts = line.split(":", 3);
            boolean unified = parts[1].isEmpty();
            if (unified || List.of(parts[1].split(",", -1)).contains(controller)) {
                Path group = Path.of(parts[2]).normalize();
                for (Mount mount : mounts(proc, unified ? "" : controller, usual)) {
                    least = Math.min(least, mount.least(group, file));
                }
            }
        }
        return least;
    }

    /** The mounts of that controller of version 1, or of version 2 if it is empty. */
    private static List<Mount> mounts(Path proc, String controller, Path usual) throws IOException {
        Path shown = proc.resolve("self/mountinfo");
        if (!Files.isReadable(shown)) {
            return List.of(new Mount(Path.of("/"), usual.resolve(controller)));
        }
        List<Mount> mounts = new ArrayList<>();
        for (String line : Files.readAllLines(shown)) {
            // 36 31 0:35 /docker/c1 /sys/fs/cgroup/pids rw,relatime shared:1 - cgroup cgroup rw,pids
            String[] halves = line.split(" - ", 2);
            String[] place = halves[0].split(" ", -1);
            String[] what = halves[1].split(" ", -1);
            boolean wanted = controller.isEmpty()
                    ? what[0].equals("cgroup2")
                    : what[0].equals("cgroup")
                            && List.of(what[what.length - 1].split(",", -1)).contains(controller);
            // Above the root of a namespace, where it is not known which group a folder is.
            if (wanted && !place[ROOT].startsWith("/..")) {
                mounts.add(new Mount(Path.of(place[ROOT]), Path.of(place[POINT].replace("\\040", " "))));
            }
        }
        return mounts;
    }

    /** A limit as the kernel writes it. */
    static long number(String value) {
        return value.equals("unlimited") || value.equals("max") ? NONE : Long.parseLong(value);
    }
}
