package io.hdfsthrottle.rig.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;

/**
 * What both runs have in common.
 *
 * @param contenders who reads
 * @param capacity what the DataNode may serve, by its own limit or by ours
 * @param reading how long each run reads
 */
record Scenario(List<Contender> contenders, Rate capacity, Duration reading) {

    /** The least privileged tenant opens the most streams: HDFS alone gives the disk to whoever does. */
    static final List<Contender> THREADS_AGAINST_PRIORITY =
            List.of(new Contender("bronze", 4, 8), new Contender("silver", 8, 2), new Contender("gold", 8, 1));

    Scenario {
        contenders = List.copyOf(contenders);
    }

    /** The rate in bytes a second that the contender's priority earns. */
    double expected(Contender contender) {
        int all = contenders.stream().mapToInt(Contender::priority).sum();
        return (double) capacity.bytesPerSecond() * contender.priority() / all;
    }
}
