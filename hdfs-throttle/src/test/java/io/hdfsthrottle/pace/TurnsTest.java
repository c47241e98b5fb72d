package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class TurnsTest {

    @Test
    void thirtyTwoThreadsThatBeginAtOnce_areSpreadEvenly() {
        Turns turns = new Turns();
        double[] drawn = DoubleStream.generate(turns::draw).limit(32).sorted().toArray();
        for (int i = 1; i < drawn.length; i++) {
            assertThat(drawn[i] - drawn[i - 1]).isBetween(0.5 / 32, 2.5 / 32);
        }
        assertThat(drawn[0]).isNotNegative();
        assertThat(drawn[31]).isLessThan(1);
    }

    @Test
    void turn_isKeptForAPiece_andDrawnAnewForTheNext() {
        Turns turns = new Turns();
        long[] read = {0};
        ReadCharge reads = ReadCharge.ofDevice(() -> read[0], 0, () -> 0);
        read[0] += 1 << 20;
        reads.of(1 << 19, 0);
        double first = reads.turn(turns);
        reads.of(1 << 19, 0);
        assertThat(reads.turn(turns)).isEqualTo(first);
        read[0] += 1 << 20;
        reads.of(1 << 19, 0);
        assertThat(reads.turn(turns)).isNotEqualTo(first);
    }
}
