package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class JobShapeTest {

    private static final double RATE = 150 << 20;

    @Test
    void alone_readsAThirdOfTheTime() {
        JobShape shape = JobShape.on(RATE);

        double reading = JobShape.bytes() / RATE;

        assertThat(shape.seconds(RATE, 1)).isCloseTo(3 * reading, within(1e-3));
        assertThat(shape.seconds(RATE, 0.5)).isCloseTo(4 * reading, within(1e-3));
    }

    @Test
    void factorsOfWeights_shortenWhatItReads_andNothingElse() {
        JobShape shape = JobShape.on(RATE);

        assertThat(shape.mostShorterPercent(RATE, 1, 1)).isCloseTo(0, within(1e-9));
        assertThat(shape.mostShorterPercent(RATE, 4, 0.5)).isCloseTo(21.875, within(1e-3));
        assertThat(shape.mostShorterPercent(RATE, 1e9, 1)).isCloseTo(25, within(1e-3));
    }

    @Test
    void splits_comeOneAfterTheOther_andTheFirstAgainAfterTheLast() {
        long part = 2 * JobShape.SPLIT_BYTES + 1;

        assertThat(JobShape.place(part, 0)).isZero();
        assertThat(JobShape.place(part, 1)).isEqualTo(JobShape.SPLIT_BYTES);
        assertThat(JobShape.place(part, 2)).isZero();
    }
}
