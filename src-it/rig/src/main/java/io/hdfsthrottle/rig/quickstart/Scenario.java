package io.hdfsthrottle.rig.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What both runs have in common.
 *
 * @param contenders who reads
 * @param capacity what each DataNode may serve, by its own limit or by ours
 * @param reading how long each run reads
 */
record Scenario(List<Contender> contenders, Rate capacity, Duration reading) {

    /** The least privileged tenant opens the most streams: HDFS alone gives the disk to whoever does. */
    static final List<Contender> THREADS_AGAINST_PRIORITY =
            List.of(new Contender("bronze", 4, 8), new Contender("silver", 8, 2), new Contender("gold", 8, 1));

    /** Priorities are equal, data lies unevenly, and the tenant whose data is everywhere opens the most streams. */
    static final List<Contender> DATA_AGAINST_PRIORITY = List.of(
            new Contender("bronze", 8, 4, List.of(90, 5, 5)),
            new Contender("silver", 8, 12, List.of(33, 33, 33)),
            new Contender("gold", 8, 4, List.of(5, 5, 90)));

    Scenario {
        contenders = List.copyOf(contenders);
    }

    /** How many DataNodes there are. */
    int nodes() {
        return contenders.get(0).data().size();
    }

    /**
     * The rate in bytes a second, of all DataNodes together, that the contender's priority earns. Each reads its data evenly, so the node
     * that is asked for most says how much there is for everybody.
     */
    double expected(Contender contender) {
        double busiest = IntStream.range(0, nodes())
                .mapToDouble(node -> contenders.stream()
                        .mapToDouble(each -> each.priority() * each.part(node))
                        .sum())
                .max()
                .orElseThrow();
        return (double) capacity.bytesPerSecond() * contender.priority() / busiest;
    }

    /** What all earn together, in bytes a second. */
    double expectedTogether() {
        return contenders.stream().mapToDouble(this::expected).sum();
    }
}
