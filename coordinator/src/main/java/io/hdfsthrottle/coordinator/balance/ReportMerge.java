package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Merges the reports of nodes into the state of the previous balance. */
final class ReportMerge {
    /**
     * The most disks of a node that are remembered, after it stopped reporting them, until their parts of limits
     * expire.
     */
    private static final int MOST_GONE = 64;

    private final Estimates estimates;
    private final long expiry;
    private final long now;

    ReportMerge(Estimates estimates, Duration expiry, long now) {
        this.estimates = estimates;
        this.expiry = expiry.toNanos();
        this.now = now;
    }

    /** The number of all disks, and one more for each node, for disks that are added. */
    static int places(ClusterDemand demand, Balance before) {
        Map<String, Integer> disks = new HashMap<>();
        before.nodes().forEach(node -> disks.put(node.name, node.disks.size()));
        demand.nodes().forEach(node -> disks.merge(node.node(), node.volumes().size(), Math::max));
        return disks.values().stream().mapToInt(count -> count + 1).sum();
    }

    /** The current nodes, without those that have been silent for longer than the expiry. */
    Map<String, Node> merge(ClusterDemand demand, Balance before) {
        Map<String, Node> nodes = new TreeMap<>();
        for (NodeDemand each : demand.nodes()) {
            Node known = before.node(each.node());
            if (each.answering()) {
                nodes.put(each.node(), merge(each, known));
            } else if (known == null && each.age().toNanos() < expiry) {
                nodes.put(each.node(), silent(merge(each, null)));
            }
        }
        for (Node known : before.nodes()) {
            if (!nodes.containsKey(known.name) && now - known.heard < expiry) {
                nodes.put(known.name, silent(known));
            }
        }
        return nodes;
    }

    private static Node silent(Node known) {
        Node copy = known.with(null);
        copy.silent = true;
        return copy;
    }

    private Node merge(NodeDemand report, Node known) {
        Node node = new Node(report.node(), now - report.age().toNanos(), report.volumes());
        Map<String, Disk> before = new HashMap<>();
        if (known != null) {
            node.serial = known.serial;
            node.terms = known.terms;
            known.disks.forEach(disk -> before.put(disk.volume, disk));
        }
        confirm(node, report.confirmed(), known);
        if (known != null && known.report == report.volumes()) {
            known.disks.forEach(disk -> node.disks.add(disk.with(null)));
            return node;
        }
        Map<String, Disk> after = new TreeMap<>();
        for (VolumeUsage volume : report.volumes()) {
            after.put(
                    volume.volume(),
                    estimates.disk(volume, before.remove(volume.volume()), node, node.foreign && node.serial == 0));
        }
        int gone = 0;
        for (Disk disk : before.values()) {
            if (node.heard - disk.seen < expiry && gone++ < MOST_GONE) {
                after.put(disk.volume, estimates.without(disk));
            }
        }
        node.disks.addAll(after.values());
        return node;
    }

    private static void confirm(Node node, long confirmed, Node known) {
        long before = known == null ? 0 : known.confirmed;
        if (confirmed > 0) {
            node.confirmed = Math.max(confirmed, before);
        } else if (confirmed == NodeDemand.OTHERS) {
            node.foreign = before == 0;
            node.confirmed = before;
        }
    }
}
