package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.unit.Rate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Capacity of each DataNode's disks that can be promised: on nodes that answer and pace, the volumes whose capacity was
 * configured or measured. Rates in bytes per second. Immutable.
 */
public final class Disks {
    /** No node reported. */
    public static final Disks NONE = new Disks(new TreeMap<>());

    private final Map<String, Double> capacities;
    private final double all;

    private Disks(Map<String, Double> capacities) {
        this.capacities = capacities;
        this.all = capacities.values().stream().mapToDouble(each -> each).sum();
    }

    /** The disks of these nodes. */
    public static Disks of(List<NodeReport> reports) {
        Map<String, Double> capacities = new TreeMap<>();
        for (NodeReport report : reports) {
            double capacity = report.usage().volumes().stream()
                    .map(volume -> volume.capacity().orElse(Rate.ZERO))
                    .filter(each -> !each.isUnlimited())
                    .mapToDouble(Rate::bytesPerSecond)
                    .sum();
            if (report.answering() && report.usage().pacing() && capacity > 0) {
                capacities.put(report.usage().node(), capacity);
            }
        }
        return new Disks(capacities);
    }

    /** The capacity of all disks. */
    double capacity() {
        return all;
    }

    /** The capacity of the disks of these nodes; of all if none is named. */
    double capacity(Collection<String> nodes) {
        return nodes.isEmpty()
                ? all
                : nodes.stream().mapToDouble(node -> capacity(node).orElse(0.0)).sum();
    }

    /** The capacity of a node's disks; empty if none can be promised. */
    Optional<Double> capacity(String node) {
        return Optional.ofNullable(capacities.get(node));
    }
}
