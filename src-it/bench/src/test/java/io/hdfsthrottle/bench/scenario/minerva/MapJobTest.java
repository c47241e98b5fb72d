package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MapJobTest {

    private static final double RATE = 150 << 20;

    @Test
    void factorsOfWeights_shortenWhatItReads_andNothingElse() {
        double reading = MapJob.BYTES / RATE;

        assertThat(MapJob.leastSeconds(RATE, 4 * reading, 1, 1)).isCloseTo(4 * reading, within(1e-9));
        assertThat(MapJob.leastSeconds(RATE, 4 * reading, 4, 0.5)).isCloseTo(3.125 * reading, within(1e-9));
        assertThat(MapJob.leastSeconds(RATE, 4 * reading, 1e9, 1)).isCloseTo(3 * reading, within(1e-6));
    }

    @Test
    void splits_comeOneAfterTheOther_andTheFirstAgainAfterTheLast() {
        long part = 2 * MapJob.SPLIT_BYTES + 1;

        assertThat(MapJob.place(part, 0)).isZero();
        assertThat(MapJob.place(part, 1)).isEqualTo(MapJob.SPLIT_BYTES);
        assertThat(MapJob.place(part, 2)).isZero();
    }
}
