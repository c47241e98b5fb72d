package io.hdfsthrottle.coordinator.demand;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Snapshot of the demand that all nodes reported last. Immutable.
 *
 * @param nodes one entry per node
 */
public record ClusterDemand(List<NodeDemand> nodes) {
    /** No node reported. */
    public static final ClusterDemand NONE = new ClusterDemand(List.of());

    /** Copies what it is given. */
    public ClusterDemand {
        nodes = List.copyOf(nodes);
    }

    /** A snapshot of these nodes. */
    public static ClusterDemand of(List<NodeDemand> nodes) {
        return new ClusterDemand(nodes);
    }

    /**
     * A snapshot of what nodes reported. What passes unscheduled is no demand: it moves no weight, and is held against
     * nobody.
     *
     * @param reports the last report of each node
     * @param serials the serial, from 1, of this coordinator's terms of that version; 0 or less if it gave none of that
     *     version
     */
    public static ClusterDemand of(List<NodeReport> reports, ToLongFunction<GrantVersion> serials) {
        return of(reports.stream().map(report -> node(report, serials)).toList());
    }

    private static NodeDemand node(NodeReport report, ToLongFunction<GrantVersion> serials) {
        GrantVersion terms = report.usage().terms();
        long serial = terms.equals(GrantVersion.NONE) ? NodeDemand.NOTHING : serials.applyAsLong(terms);
        long confirmed = terms.equals(GrantVersion.NONE) || serial > 0 ? serial : NodeDemand.OTHERS;
        return new NodeDemand(
                report.usage().node(),
                report.age(),
                report.answering(),
                confirmed,
                report.usage().pacing() ? report.usage().disks() : List.of());
    }

    /** The disks of all nodes that are alive. */
    public Stream<VolumeUsage> volumes() {
        return nodes.stream().filter(NodeDemand::answering).flatMap(node -> node.volumes().stream());
    }
}
