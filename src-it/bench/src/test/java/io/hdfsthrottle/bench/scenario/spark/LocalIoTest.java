package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.scenario.spark.LocalIo.Moved;
import io.hdfsthrottle.bench.scenario.spark.LocalIo.Repeat;
import org.junit.jupiter.api.Test;

final class LocalIoTest {

    private static double offPercent(Moved heavy) {
        return new Repeat(new Moved(1, 1), heavy, 1).offPercent();
    }

    @Test
    void hdfsAndLocal_countTogether() {
        assertThat(offPercent(new Moved(7, 1))).isCloseTo(0, within(1e-9));
        assertThat(offPercent(new Moved(4, 4.4))).isCloseTo(5, within(1e-9));
        assertThat(offPercent(new Moved(1, 1))).isCloseTo(75, within(1e-9));
    }
}
