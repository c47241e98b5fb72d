package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The disks that a request could have: those that it has already, and beside them the fastest ones of the nodes with
 * the most suitable free disks. Immutable, pure.
 *
 * @param nodes the disks that each node could give, the best first; nodes that could give none are left out
 * @param kept those of them that it has already, the best first
 * @param usable how many of these are not in trouble; they come first
 */
record Placement(LeaseRequest ask, Map<String, List<DiskName>> nodes, List<DiskName> kept, int usable) {
    private static final Comparator<Disk> FASTEST = Comparator.<Disk, Long>comparing(
                    disk -> -disk.rate().map(Rate::bytesPerSecond).orElse(0L))
            .thenComparing(Disk::name);

    /**
     * The disks available to a request. What a lease has is given back in this order: disks in trouble, those that are
     * still drained, and then the last that it got.
     *
     * @param request with the disks that it has already, if it is a lease that is resized
     * @param held whether another one has that disk
     * @param sharedLeast how many disks of each node can never be leased
     */
    static Placement of(Lease request, Inventory inventory, Predicate<DiskName> held, int sharedLeast) {
        Predicate<DiskName> works =
                disk -> inventory.disk(disk).filter(Disk::isLeasable).isPresent();
        List<DiskName> kept = request.disks().stream()
                .filter(request.ask()::permits)
                .sorted(Comparator.comparing((DiskName disk) -> !works.test(disk))
                        .thenComparing(request::drains))
                .toList();
        // Thousands of disks are asked several times for each request that waits, and such a request has none.
        Predicate<DiskName> mine = request.isWaiting() ? disk -> false : request::holds;
        Map<String, List<DiskName>> nodes = new TreeMap<>();
        kept.forEach(disk ->
                nodes.computeIfAbsent(disk.node(), first -> new ArrayList<>()).add(disk));
        inventory.nodes().forEach((node, disks) -> {
            List<Disk> free = disks.stream()
                    .filter(disk -> disk.trouble().isEmpty() && !mine.test(disk.name()) && !held.test(disk.name()))
                    .toList();
            free.stream()
                    .filter(request.ask()::wants)
                    .sorted(FASTEST)
                    .limit(Math.max(0, free.size() - sharedLeast))
                    .forEach(disk -> nodes.computeIfAbsent(node, first -> new ArrayList<>())
                            .add(disk.name()));
        });
        return new Placement(
                request.ask(), nodes, kept, (int) kept.stream().filter(works).count());
    }

    /** How many more disks it could have than it has, each node's together. */
    int free() {
        return nodes.values().stream().mapToInt(List::size).sum() - kept.size();
    }

    int nodesWithEnough() {
        return (int) nodes.values().stream()
                .filter(disks -> disks.size() >= ask.disks())
                .count();
    }

    boolean isEnough() {
        return nodesWithEnough() >= ask.nodes();
    }

    /** Whether it could have the disk with that volume. */
    boolean offers(String volume) {
        return nodes.values().stream().flatMap(List::stream).anyMatch(disk -> disk.volumes()
                .contains(volume));
    }

    /** The disks that it gets; only if there are enough. */
    List<DiskName> disks() {
        return nodes.keySet().stream()
                .filter(node -> nodes.get(node).size() >= ask.disks())
                .sorted(Comparator.<String>comparingInt(node -> -count(kept.subList(0, usable), node))
                        .thenComparingInt(node -> -count(kept, node))
                        .thenComparingInt(this::got)
                        .thenComparingInt(node -> -nodes.get(node).size())
                        .thenComparing(Comparator.naturalOrder()))
                .limit(ask.nodes())
                .flatMap(node -> nodes.get(node).stream().limit(ask.disks()))
                .toList();
    }

    private static int count(List<DiskName> disks, String node) {
        return (int) disks.stream().filter(disk -> disk.node().equals(node)).count();
    }

    /** The place of the first disk that it has of that node, among all that it has. */
    private int got(String node) {
        int place = 0;
        while (place < kept.size() && !kept.get(place).node().equals(node)) {
            place++;
        }
        return place;
    }
}
