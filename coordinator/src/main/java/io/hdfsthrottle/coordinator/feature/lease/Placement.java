package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The disks that a request could have: the fastest ones of the nodes with the most suitable free disks. Immutable,
 * pure.
 *
 * @param nodes the disks that each node could give, the best first; nodes that could give none are left out
 */
record Placement(LeaseRequest ask, Map<String, List<Disk>> nodes) {
    private static final Comparator<Disk> FASTEST = Comparator.<Disk, Long>comparing(
                    disk -> -disk.rate().map(Rate::bytesPerSecond).orElse(0L))
            .thenComparing(Disk::name);

    /**
     * The disks available to a request.
     *
     * @param held whether that disk is leased
     * @param sharedLeast how many disks of each node can never be leased
     */
    static Placement of(LeaseRequest ask, Inventory inventory, Predicate<DiskName> held, int sharedLeast) {
        Map<String, List<Disk>> nodes = new TreeMap<>();
        inventory.nodes().forEach((node, disks) -> {
            List<Disk> free = disks.stream()
                    .filter(disk -> disk.trouble().isEmpty() && !held.test(disk.name()))
                    .toList();
            List<Disk> offered = free.stream()
                    .filter(ask::wants)
                    .sorted(FASTEST)
                    .limit(Math.max(0, free.size() - sharedLeast))
                    .toList();
            if (!offered.isEmpty()) {
                nodes.put(node, offered);
            }
        });
        return new Placement(ask, nodes);
    }

    /** How many disks it could have, each node's together. */
    int free() {
        return nodes.values().stream().mapToInt(List::size).sum();
    }

    int nodesWithEnough() {
        return (int) nodes.values().stream()
                .filter(disks -> disks.size() >= ask.disks())
                .count();
    }

    boolean isEnough() {
        return nodesWithEnough() >= ask.nodes();
    }

    /** The disks that it gets; only if there are enough. */
    List<DiskName> disks() {
        List<DiskName> chosen = new ArrayList<>();
        nodes.entrySet().stream()
                .filter(node -> node.getValue().size() >= ask.disks())
                .sorted(Comparator.<Map.Entry<String, List<Disk>>>comparingInt(
                                node -> -node.getValue().size())
                        .thenComparing(Map.Entry::getKey))
                .limit(ask.nodes())
                .forEach(node -> node.getValue().stream()
                        .limit(ask.disks())
                        .map(Disk::name)
                        .forEach(chosen::add));
        return chosen;
    }
}
