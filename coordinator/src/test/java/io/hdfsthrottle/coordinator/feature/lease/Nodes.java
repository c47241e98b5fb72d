package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Nodes with disks, as they report them. */
final class Nodes {
    /** When tests begin, seconds since 1970. */
    static final long NOW = 1_800_000_000L;

    private Nodes() {}

    /** A volume on that device; a hard disk if the device's major number is 8. */
    static VolumeUsage volume(String id, String device, String rate) {
        return VolumeUsage.of(id, Rate.parse(rate), List.of())
                .on(DiskFacts.of(device, Optional.of(device.startsWith("8:")), OptionalLong.of(4_000_000_000_000L)));
    }

    static NodeReport node(String name, List<VolumeUsage> volumes) {
        return new NodeReport(UsageReport.of(name, GrantVersion.NONE, true, volumes), Duration.ZERO, true);
    }

    static NodeReport silent(NodeReport node) {
        return new NodeReport(node.usage(), Duration.ofMinutes(1), false);
    }

    /** Nodes dn1, dn2 and so on, each with so many disks of one volume, the later the faster. */
    static List<NodeReport> alike(int count, int disks) {
        List<NodeReport> nodes = new ArrayList<>();
        for (int node = 1; node <= count; node++) {
            List<VolumeUsage> volumes = new ArrayList<>();
            for (int disk = 1; disk <= disks; disk++) {
                volumes.add(volume("DS-" + node + "-" + disk, "8:" + 16 * disk, (100 + disk) + "m"));
            }
            nodes.add(node("dn" + node, volumes));
        }
        return nodes;
    }

    static Inventory inventory(List<NodeReport> nodes) {
        return Inventory.EMPTY.seen(nodes, NOW);
    }
}
