package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.scenario.cluster.ClusterReaction.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ClusterReactionTest {

    private static final double TOTAL = 90e6;

    /** Two nodes; the first tenant has a third, and two thirds from these times on. */
    private static Timeline timeline(double... risesAt) {
        NavigableMap<Double, List<Long>> samples = new TreeMap<>();
        for (int i = 0; i <= 1_000; i++) {
            double now = i / 100.0;
            List<Long> bytes = new ArrayList<>();
            for (double rise : risesAt) {
                double first = TOTAL / 3 * (now + Math.max(0, now - rise));
                bytes.add((long) first);
                bytes.add((long) (TOTAL * now - first));
            }
            samples.put(now, bytes);
        }
        return new Timeline(samples);
    }

    private static final Change RAISED = new Change(4, 8, 0, 2.0 / 3);

    @Test
    void slowestNode_counts() {
        double one = RAISED.millis(timeline(4.2, 4.2), 2, RAISED.at());
        double slower = RAISED.millis(timeline(4.2, 4.5), 2, RAISED.at());

        assertThat(slower).isCloseTo(one + 300, within(20.0));
    }

    @Test
    void shareThatIsNotReached_takesForEver() {
        assertThat(RAISED.millis(timeline(4.2, 9), 2, RAISED.at())).isInfinite();
    }

    @Test
    void timeIsCountedFromWhereItIsAskedFor() {
        Timeline timeline = timeline(4.2, 4.2);

        assertThat(RAISED.millis(timeline, 2, 1)).isCloseTo(RAISED.millis(timeline, 2, 4) + 3_000, within(1.0));
    }
}
