package io.hdfsthrottle.datanode.drain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is to be moved so that volumes are drained: to the volumes of the same storage type that nobody has leased, to each in proportion to what it has free. Nothing
 * is moved where it would take more than half of that. Immutable, pure.
 */
final class DrainPlan {

    /**
     * The disk balancer moves whole replicas, none that is larger than what is left of a move: so much more than its share each move may take, or as much as there is.
     */
    private static final long MARGIN = 2L << 30;

    private final List<Move> moves;
    private final Map<String, String> troubles;

    private DrainPlan(List<Move> moves, Map<String, String> troubles) {
        this.moves = List.copyOf(moves);
        this.troubles = Map.copyOf(troubles);
    }

    /**
     * A plan.
     *
     * @param drained storage ids of those to be drained; what has nothing on it needs no move
     * @param leased storage ids of those to which nothing is moved, besides these
     * @param volumes all of the DataNode
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
                            "no volume of type " + from.type() + " that nobody has leased has room on this DataNode");
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

    /** What is to be moved. */
    List<Move> moves() {
        return moves;
    }

    /** By storage id, why nothing is moved away from a volume on which something lies. */
    Map<String, String> troubles() {
        return troubles;
    }
}
