package io.hdfsthrottle.blkio;

import io.hdfsthrottle.kernel.Outcome;
import java.nio.file.Path;

/** Messages for administrators when the kernel refuses blkio: what was refused, and the remedy. */
final class BlkioRefusal {

    static final String SETTING = "hdfs.throttle.kernel.blkio";

    private static final String OR_OFF = ", or set " + SETTING + "=off";

    /** The operating-system user that must own the group. */
    private static final String USER = System.getProperty("user.name", "hdfs");

    private BlkioRefusal() {}

    /** There is no tree to work in. */
    static String noTree(Path cgroups, boolean unified) {
        return unified
                ? "this host has cgroup v2 only, which cannot hold threads apart on a disk; set " + SETTING + "=off"
                : "no blkio controller of cgroup v1 below " + cgroups + "; mount it there, set "
                        + "hdfs.throttle.kernel.cgroup.root to where it is" + OR_OFF;
    }

    /** Something in the tree was refused. */
    static String of(Path path, Outcome outcome) {
        switch (outcome.kind()) {
            case DENIED:
                return path + ": " + outcome + "; give the DataNode a group of its own: sudo sbin/host-setup --user "
                        + USER + ", then as docs/host-setup.md says" + OR_OFF;
            case READ_ONLY:
                return path + ": " + outcome + "; mount it writable" + OR_OFF;
            case ABSENT:
                return path + ": " + outcome + "; somebody removed it: restart the DataNode once it may stay" + OR_OFF;
            default:
                return path + ": " + outcome + "; restart the DataNode to try again" + OR_OFF;
        }
    }
}
