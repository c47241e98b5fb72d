package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The disks of all remembered nodes, as last reported. Immutable, pure. */
final class Inventory {
    static final Inventory EMPTY = new Inventory(Map.of());

    /**
     * How many seconds a volume missing in reports counts as present: a report may omit it while its queue is
     * recreated.
     */
    static final long MISSING = 10;

    /** The maximum number of disks of a node: as many as a report can name. */
    private static final int MOST_OF_NODE = 256;

    /**
     * The prefix of HDFS's storage ids (DatanodeStorage.generateUuid); other names in reports are places of the hook's
     * own accounts.
     */
    private static final String STORAGE_ID = "DS-";

    private static final String SILENT = "its node is silent";
    private static final String GONE = "its node reports it no more";

    private final Map<String, List<Disk>> nodes;

    private Inventory(Map<String, List<Disk>> nodes) {
        this.nodes = nodes;
    }

    /**
     * The inventory after these reports.
     *
     * @param reports of all nodes that are remembered; disks of others are forgotten
     * @param now seconds since 1970
     */
    Inventory seen(Collection<NodeReport> reports, long now) {
        Map<String, List<Disk>> next = new TreeMap<>();
        for (NodeReport report : reports) {
            String node = report.usage().node();
            List<Disk> before = nodes.getOrDefault(node, List.of());
            next.put(node, report.answering() ? merged(report.usage(), before, now) : silent(report.usage(), before));
        }
        return new Inventory(next);
    }

    private static List<Disk> silent(UsageReport last, List<Disk> before) {
        return (before.isEmpty() ? present(last, 0) : before)
                .stream().map(disk -> disk.troubled(SILENT)).toList();
    }

    private static List<Disk> merged(UsageReport report, List<Disk> before, long now) {
        List<Disk> disks = present(report, now);
        for (Disk known : before) {
            if (disks.size() < MOST_OF_NODE
                    && disks.stream().noneMatch(each -> each.name().overlaps(known.name()))) {
                disks.add(Math.abs(now - known.seen()) <= MISSING ? known : known.troubled(GONE));
            }
        }
        return List.copyOf(disks);
    }

    private static List<Disk> present(UsageReport report, long now) {
        Map<String, List<VolumeUsage>> together = new TreeMap<>();
        for (VolumeUsage volume : report.volumes()) {
            if (volume.device().isPresent() || volume.volume().startsWith(STORAGE_ID)) {
                String alone = "volume " + volume.volume();
                together.computeIfAbsent(
                                volume.device().map(DiskFacts::device).orElse(alone), first -> new ArrayList<>())
                        .add(volume);
            }
        }
        List<Disk> disks = new ArrayList<>();
        together.values().forEach(volumes -> disks.add(Disk.of(report.node(), volumes, now)));
        return disks;
    }

    /** All of them, by node. */
    List<Disk> disks() {
        return nodes.values().stream().flatMap(List::stream).toList();
    }

    Map<String, List<Disk>> nodes() {
        return nodes;
    }

    /** What is left on all of these disks together; empty if a node does not report it for one of their volumes. */
    Optional<DrainFacts> left(List<DiskName> disks) {
        Optional<DrainFacts> sum = Optional.of(DrainFacts.of(0, 0, ""));
        for (DiskName name : disks) {
            Optional<DrainFacts> ofDisk = disk(name).flatMap(disk -> disk.left(name));
            sum = sum.flatMap(before -> ofDisk.map(before::and));
        }
        return sum;
    }

    /** The disk with that volume, as it is now; empty if no node that is remembered ever had it. */
    Optional<Disk> disk(String volume) {
        return disks().stream()
                .filter(each -> each.name().volumes().contains(volume))
                .findFirst();
    }

    /** That disk, as it is now; empty if its node is not remembered, or never had it. */
    Optional<Disk> disk(DiskName name) {
        return nodes.getOrDefault(name.node(), List.of()).stream()
                .filter(each -> each.name().overlaps(name))
                .findFirst();
    }
}
