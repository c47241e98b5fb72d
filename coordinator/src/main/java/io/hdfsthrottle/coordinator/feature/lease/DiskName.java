package io.hdfsthrottle.coordinator.feature.lease;

import java.util.Comparator;
import java.util.List;

/** @param volumes the storage ids of what lies on it, sorted; at least one */
record DiskName(String node, List<String> volumes) implements Comparable<DiskName> {
    private static final Comparator<DiskName> ORDER =
            Comparator.comparing(DiskName::node).thenComparing(name -> String.join(" ", name.volumes));

    DiskName {
        if (volumes.isEmpty()) {
            throw new IllegalArgumentException("a disk of " + node + " without a volume");
        }
        volumes = volumes.stream().distinct().sorted().toList();
    }

    /** Whether both are one disk: volumes may have been added to it, or removed, since. */
    boolean overlaps(DiskName other) {
        return node.equals(other.node) && volumes.stream().anyMatch(other.volumes::contains);
    }

    @Override
    public int compareTo(DiskName other) {
        return ORDER.compare(this, other);
    }

    /** For display: the node and its first volume. */
    @Override
    public String toString() {
        return node + "/" + volumes.get(0);
    }
}
