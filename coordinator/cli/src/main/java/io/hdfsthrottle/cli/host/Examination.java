package io.hdfsthrottle.cli.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at a host and says what the kernel's layers lack there, with the command that mends it. Reads files and changes
 * nothing; as another user than root or the DataNode's it sees less, and says so.
 */
public final class Examination {

    private final HostFiles files;
    private final String cgroups;

    private Examination(HostFiles files, String cgroups) {
        this.files = files;
        this.cgroups = cgroups;
    }

    /**
     * Of the host whose files begin there.
     *
     * @param root {@code /} but for tests
     * @param cgroups where control groups are mounted there, {@code /sys/fs/cgroup}
     */
    public static Examination of(Path root, String cgroups) {
        return new Examination(new HostFiles(root), cgroups);
    }

    /**
     * All advice, in the order in which things are to be mended.
     *
     * @param user who is to run the DataNode, for a host on which none runs yet
     * @param folders data folders whose disks are looked at
     */
    public List<Advice> advice(Optional<String> user, List<Path> folders) {
        List<Advice> all = new ArrayList<>();
        ControlGroups groups = new ControlGroups(files, cgroups);
        all.add(groups.advice());
        List<RunningDataNode> dataNodes = RunningDataNode.all(files);
        if (groups.hasBlkio()) {
            user.ifPresent(name -> all.add(prepared(groups, name)));
            dataNodes.forEach(dataNode -> all.add(placed(groups, dataNode)));
        } else if (groups.isUnified()) {
            user.ifPresent(name ->
                    all.add(Advice.fine("group for " + name, "none is needed: version 2 could not divide by it")));
            dataNodes.forEach(dataNode -> all.add(guarded(groups, dataNode)));
        }
        dataNodes.forEach(dataNode -> readahead(dataNode).ifPresent(all::add));
        if (dataNodes.isEmpty()) {
            all.add(Advice.hint(
                    "DataNode", "none is to be seen", "run this again where one runs, as root or as its user"));
        }
        folders.forEach(folder -> all.add(disk(folder)));
        return all;
    }

    private static Advice prepared(ControlGroups groups, String user) {
        String group = ControlGroups.madeGroup();
        String subject = "group for " + user;
        Optional<String> obstacle = groups.obstacle(group, user);
        if (user.equals("root")) {
            return Advice.fine(subject, "root needs none");
        }
        return obstacle.map(why -> Advice.missing(subject, why, "sudo sbin/host-setup --user " + user))
                .orElseGet(() -> Advice.fine(subject, group + " is theirs"));
    }

    private static Advice placed(ControlGroups groups, RunningDataNode dataNode) {
        String user = dataNode.user().orElse("nobody");
        Optional<String> group = dataNode.blkioGroup();
        if (group.isEmpty()) {
            return Advice.missing(
                    dataNode.subject(), "its group is not to be seen", "run this as root or as user " + user);
        }
        return groups.obstacle(group.get(), user)
                .map(
                        why -> Advice.missing(
                                dataNode.subject(),
                                "user " + user + " may not make groups in its own, " + group.get() + ": " + why,
                                "sudo sbin/host-setup --user " + user
                                        + ", then add to hadoop-env.sh: . /opt/hdfs-throttle/conf/hadoop-env-blkio.sh, and restart it"))
                .orElseGet(() -> Advice.fine(
                        dataNode.subject(), "user " + user + " may make groups in its own, " + group.get()));
    }

    private static Advice guarded(ControlGroups groups, RunningDataNode dataNode) {
        String user = dataNode.user().orElse("nobody");
        String group = dataNode.unifiedGroup().orElse("/");
        return groups.guardObstacle(group, user)
                .map(
                        why -> Advice.hint(
                                dataNode.subject(),
                                "guard.weight, guard.limit and guard.latency cannot work in its own group, " + group
                                        + ": " + why,
                                "only if they are wanted, let systemd do the same: IOWeight=, IOReadBandwidthMax=, IOWriteBandwidthMax= or IODeviceLatencyTargetSec= in its unit"))
                .orElseGet(() -> Advice.fine(
                        dataNode.subject(),
                        "guard.weight, guard.limit and guard.latency can be set in its own group, " + group));
    }

    private static Optional<Advice> readahead(RunningDataNode dataNode) {
        return dataNode.hasNativeHadoop()
                .filter(loaded -> loaded)
                .map(loaded -> Advice.hint(
                        dataNode.subject(),
                        "Hadoop's native library is loaded: unless dfs.datanode.readahead.bytes is 0, its readahead reads on other threads, past the kernel's layers",
                        "set dfs.datanode.readahead.bytes to 0 in hdfs-site.xml and restart it"));
    }

    private Advice disk(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Advice.missing(
                    folder.toString(),
                    "no such folder",
                    "name the folders of dfs.datanode.data.dir, as /data/1/dfs/dn");
        }
        return DataDisk.below(files, folder)
                .map(DataDisk::advice)
                .orElseGet(() -> Advice.missing(
                        folder.toString(),
                        "no block device is below it: neither the kernel's layers nor auto capacity work there",
                        "set hdfs.throttle.volume.capacity, for example to 150m"));
    }
}
