package io.hdfsthrottle.datanode.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The moves that drain volumes: each volume's replicas go to the volumes of the same storage type that no tenant has
 * leased, in proportion to their free space. Nothing is moved if that would take more than half of the free space.
 * Immutable, pure.
 */
final class DrainPlan {

    /**
     * The disk balancer moves whole replicas, none larger than what is left of a move; so each move may exceed its
     * share by this much, or by all there is.
     */
    private static final long MARGIN = 2L << 30;

    private final List<Move> moves;
    private final Map<String, String> troubles;

    private DrainPlan(List<Move> moves, Map<String, String> troubles) {
        this.moves = List.copyOf(moves);
        this.troubles = Map.copyOf(troubles);
    }

    /**
     * @param drained storage ids of the volumes to be drained; an empty volume needs no move
     * @param leased storage ids of further volumes to which nothing is moved
     * @param volumes all volumes of the DataNode
     */
    static DrainPlan of(Set<String> drained, Set<String> leased, List<LocalVolume> volumes) {
        List<Move> moves = new ArrayList<>();
        Map<String, String> troubles = new TreeMap<>();
        Map<String, Long> bytes = volumes.stream()
                .filter(volume -> drained.contains(volume.id()))
                .collect(Collectors.groupingBy(LocalVolume::type, Collectors.summingLong(LocalVolume::bytes)));
        for (LocalVolume from : volumes) {
            if (drained.contains(from.id()) && from.replicas() > 0) {
                List<LocalVolume> others = volumes.stream()
                        .filter(to -> !drained.contains(to.id()) && !leased.contains(to.id()))
                        .filter(to -> to.type().equals(from.type()) && to.free() > 1)
                        .collect(Collectors.toList());
                long free = others.stream().mapToLong(LocalVolume::free).sum();
                if (others.isEmpty()) {
                    troubles.put(
                            from.id(),
                            "no volume of type " + from.type() + " that is not leased has room on this DataNode");
                } else if (bytes.get(from.type()) > free / 2) {
                    troubles.put(
                            from.id(),
                            bytes.get(from.type()) + " bytes are to be moved, and the others of type " + from.type()
                                    + " have " + free + " free, of which half may be taken");
                } else {
                    others.forEach(to -> moves.add(new Move(from, to, share(from, to, free))));
                }
            }
        }
        return new DrainPlan(moves, troubles);
    }

    private static long share(LocalVolume from, LocalVolume to, long free) {
        long share = (long) (from.bytes() * ((double) to.free() / free));
        return Math.max(1, Math.min(share + Math.min(from.bytes(), MARGIN), to.free() / 2));
    }

    /** The moves to be made. */
    List<Move> moves() {
        return moves;
    }

    /** By storage id, why nothing is moved away from a volume that still holds replicas. */
    Map<String, String> troubles() {
        return troubles;
    }
}
