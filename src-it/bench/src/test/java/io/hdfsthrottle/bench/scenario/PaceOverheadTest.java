package io.hdfsthrottle.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class PaceOverheadTest {

    private static final Offset<Double> A_LITTLE = within(1e-6);

    @Test
    void cost_isWhatIsMissingOfBothWithout() {
        assertThat(PaceOverhead.costPercent(List.of(98.0, 99.0, 102.0))).isEqualTo(1, A_LITTLE);
        assertThat(PaceOverhead.costPercent(List.of(100.0, 101.0, 100.0))).isEqualTo(-1, A_LITTLE);
    }

    @Test
    void turns_areComparedWithThoseBeforeAndAfter() {
        assertThat(PaceOverhead.costPercent(List.of(1.0, 1.0, 3.0, 4.0, 5.0))).isEqualTo(25, A_LITTLE);
    }

    @Test
    void oneTurnThatWasDisturbed_doesNotMoveTheMedian() {
        assertThat(PaceOverhead.costPercent(List.of(100.0, 99.0, 100.0, 99.0, 100.0, 10.0, 100.0)))
                .isEqualTo(1, A_LITTLE);
    }

    @Test
    void differencesOfBothSigns_doNotCancelEachOtherOut() {
        assertThat(PaceOverhead.noisePercent(List.of(90.0, 1.0, 100.0, 1.0, 90.0, 1.0, 100.0, 1.0, 90.0)))
                .isGreaterThan(10);
    }

    @Test
    void noise_isLessWithMoreTurns() {
        List<Double> few = List.of(98.0, 1.0, 100.0, 1.0, 98.0, 1.0, 100.0, 1.0, 98.0);
        List<Double> many = new ArrayList<>(few);
        for (int i = 0; i < 40; i++) {
            many.addAll(few.subList(1, few.size()));
        }

        assertThat(PaceOverhead.noisePercent(many)).isLessThan(PaceOverhead.noisePercent(few));
    }
}
