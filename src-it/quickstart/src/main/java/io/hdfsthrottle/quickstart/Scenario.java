package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The input of both runs: who reads how long, and what each DataNode may serve, by its own limit or by ours. */
record Scenario(List<Contender> contenders, Rate capacity, Duration reading) {

    /** The tenant of the lowest priority opens the most streams: HDFS alone gives the disk to who has most streams. */
    static final List<Contender> THREADS_AGAINST_PRIORITY = List.of(
            new Contender("bronze", 4, 8, List.of(1)),
            new Contender("silver", 8, 2, List.of(1)),
            new Contender("gold", 8, 1, List.of(1)));

    /** Priorities are equal, data is uneven, and the tenant with data on all DataNodes opens the most streams. */
    static final List<Contender> DATA_AGAINST_PRIORITY = List.of(
            new Contender("bronze", 8, 4, List.of(90, 5, 5)),
            new Contender("silver", 8, 12, List.of(33, 33, 33)),
            new Contender("gold", 8, 4, List.of(5, 5, 90)));

    /** An application that reads so many files in parallel, which must not matter; data: its parts on each DataNode. */
    record Contender(String tenant, int priority, int threads, List<Integer> data) {

        /** The fraction of its data on the node, 0 to 1. */
        double part(int node) {
            return (double) data.get(node)
                    / data.stream().mapToInt(Integer::intValue).sum();
        }

        String placement() {
            return data.stream().map(Object::toString).collect(Collectors.joining("/"));
        }
    }

    int nodes() {
        return contenders.get(0).data().size();
    }

    boolean isSpread() {
        return nodes() > 1;
    }

    /** Bytes a second, of all DataNodes, that its priority earns; as all read evenly, the busiest node limits them. */
    double expected(Contender contender) {
        double busiest = IntStream.range(0, nodes())
                .mapToDouble(node -> contenders.stream()
                        .mapToDouble(each -> each.priority() * each.part(node))
                        .sum())
                .max()
                .orElseThrow();
        return (double) capacity.bytesPerSecond() * contender.priority() / busiest;
    }

    double expectedTogether() {
        return contenders.stream().mapToDouble(this::expected).sum();
    }
}
