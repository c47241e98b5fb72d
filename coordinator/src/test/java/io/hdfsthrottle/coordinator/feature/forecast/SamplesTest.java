package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SamplesTest {
    private static final List<List<Double>> TREE = List.of(List.of(-1.0, 7.0));

    private final Samples samples = new Samples(new Learned(1_000, TREE, TREE, Map.of()));

    private void see(int count) {
        for (int i = 0; i < count; i++) {
            samples.add(new double[Series.FEATURES], 1, 1);
        }
        samples.learn();
    }

    @Test
    void treesOfAnotherLeader_stayUntilHalfAsManySamplesAreThere() {
        double[] seen = new double[Series.FEATURES];
        see(499);
        assertThat(samples.changeOfSlice(seen)).isEqualTo(7);
        assertThat(samples.learned(Map.of())).isEqualTo(new Learned(1_000, TREE, TREE, Map.of()));
        see(1);
        assertThat(samples.changeOfSlice(seen)).isLessThan(2);
        assertThat(samples.learned(Map.of()).samples()).isEqualTo(500);
    }
}
