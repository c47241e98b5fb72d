package io.hdfsthrottle.cli.host;

import java.util.Optional;

/** Which control groups this host has (cgroups(7)), and what that means for holding tenants apart. */
final class ControlGroups {

    private static final String SUBJECT = "cgroups";

    private final HostFiles files;
    private final String folder;

    /** Those mounted below that folder, {@code /sys/fs/cgroup}. */
    ControlGroups(HostFiles files, String folder) {
        this.files = files;
        this.folder = folder;
    }

    /** Whether threads can be held apart on a disk: that takes version 1 of blkio. */
    boolean hasBlkio() {
        return files.has(folder + "/blkio/tasks");
    }

    /** Whether this host has version 2 alone. */
    boolean isUnified() {
        return files.has(folder + "/cgroup.controllers");
    }

    Advice advice() {
        if (hasBlkio()) {
            return Advice.fine(
                    SUBJECT, "version 1 of blkio is at " + folder + "/blkio: transfer threads can be held apart");
        }
        if (isUnified()) {
            return Advice.fine(
                    SUBJECT,
                    "version 2 alone: its io controller does not know threads, so pacing holds tenants apart, and ioprio where the disk's scheduler is bfq");
        }
        return Advice.missing(
                SUBJECT,
                "no control groups for disks below " + folder,
                "mkdir -p " + folder + "/blkio && mount -t cgroup -o blkio cgroup " + folder + "/blkio");
    }

    /** Whether that user may make groups and move threads in that group. */
    Optional<String> obstacle(String group, String user) {
        if (user.equals("root")) {
            return Optional.empty();
        }
        String path = folder + "/blkio" + (group.equals("/") ? "" : group);
        for (String each : new String[] {path, path + "/tasks"}) {
            Optional<String> owner = files.owner(each);
            if (owner.isEmpty()) {
                return Optional.of(each + " is not there");
            }
            if (!owner.get().equals(user)) {
                return Optional.of(each + " belongs to " + owner.get());
            }
        }
        return Optional.empty();
    }

    /** Why that user may not weigh, limit or hurry a group of version 2 with the io controller. */
    Optional<String> guardObstacle(String group, String user) {
        Optional<String> owner = files.owner(folder + (group.equals("/") ? "" : group) + "/io.max");
        if (owner.isEmpty()) {
            return Optional.of("the io controller is off there");
        }
        return user.equals("root") || owner.get().equals(user)
                ? Optional.empty()
                : Optional.of("its files belong to " + owner.get());
    }

    /** The group that host-setup makes, as processes see it. */
    static String madeGroup() {
        return "/hdfs-datanode";
    }
}
