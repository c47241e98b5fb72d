package io.hdfsthrottle.bench.scenario.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MovedTest {

    @Test
    void hdfsAndLocal_countTogether() {
        assertThat(Moved.offPercent(new Moved(1, 1), new Moved(7, 1), 4)).isCloseTo(0, within(1e-9));
        assertThat(Moved.offPercent(new Moved(1, 1), new Moved(4, 4.4), 4)).isCloseTo(5, within(1e-9));
        assertThat(Moved.offPercent(new Moved(1, 1), new Moved(1, 1), 4)).isCloseTo(75, within(1e-9));
    }
}
