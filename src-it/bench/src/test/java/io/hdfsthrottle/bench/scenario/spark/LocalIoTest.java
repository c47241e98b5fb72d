package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class LocalIoTest {

    private static double offPercent(double hdfs, double local) {
        return LocalIo.Run.of(1, 1, hdfs, local, 1).offPercent();
    }

    @Test
    void hdfsAndLocal_countTogether() {
        assertThat(offPercent(7, 1)).isCloseTo(0, within(1e-9));
        assertThat(offPercent(4, 4.4)).isCloseTo(5, within(1e-9));
        assertThat(offPercent(1, 1)).isCloseTo(75, within(1e-9));
    }
}
