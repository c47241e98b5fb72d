package io.hdfsthrottle.coordinator.demand;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import java.util.List;
import java.util.function.ToLongFunction;

/** Snapshot of the demand that all nodes reported last. Immutable. */
public final class ClusterDemand {
    /** No node reported. */
    public static final ClusterDemand NONE = new ClusterDemand(List.of());

    private final List<NodeDemand> nodes;

    private ClusterDemand(List<NodeDemand> nodes) {
        this.nodes = nodes;
    }

    /** A snapshot of these nodes; one entry per node. */
    public static ClusterDemand of(List<NodeDemand> nodes) {
        return new ClusterDemand(List.copyOf(nodes));
    }

    /**
     * A snapshot of what nodes reported.
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
                report.usage().disks());
    }

    /** The nodes. */
    public List<NodeDemand> nodes() {
        return nodes;
    }
}
