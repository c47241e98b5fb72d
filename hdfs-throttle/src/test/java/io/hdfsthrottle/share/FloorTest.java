package io.hdfsthrottle.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class FloorTest {

    @Test
    void othersTogether_getTheirPart_howeverMuchTheyWeigh() {
        for (double others : new double[] {1, 30, 1e6}) {
            double weights = others * Floor.factor(0.05, 8, others);
            assertThat(weights / (8 + weights)).as("of %s", others).isCloseTo(0.05, within(1e-9));
        }
    }

    @Test
    void othersWhoWeighLittle_getNoMoreThanThat() {
        assertThat(Floor.factor(0.05, 100, 1)).isEqualTo(1);
        assertThat(Floor.factor(0.05, 8, 0)).isEqualTo(1);
    }

    @Test
    void withoutAPart_weightsStay() {
        assertThat(Floor.factor(0, 1, 9)).isEqualTo(1);
        assertThat(Floor.factor(1, 1, 9)).isEqualTo(1);
    }
}
