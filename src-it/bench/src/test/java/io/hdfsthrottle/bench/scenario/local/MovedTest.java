package io.hdfsthrottle.bench.scenario.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MovedTest {

    @Test
    void hdfsAndLocal_countTogether() {
        assertThat(MovedBytes.offPercent(new MovedBytes(1, 1), new MovedBytes(7, 1), 4))
                .isCloseTo(0, within(1e-9));
        assertThat(MovedBytes.offPercent(new MovedBytes(1, 1), new MovedBytes(4, 4.4), 4))
                .isCloseTo(5, within(1e-9));
        assertThat(MovedBytes.offPercent(new MovedBytes(1, 1), new MovedBytes(1, 1), 4))
                .isCloseTo(75, within(1e-9));
    }
}
