package io.hdfsthrottle.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.scenario.PaceOverhead.Triple;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class PaceOverheadTest {

    private static final Offset<Double> A_LITTLE = within(1e-6);

    @Test
    void cost_isWhatIsMissingOfBothWithout() {
        assertThat(new Triple(99, 98, 102).costPercent()).isEqualTo(1, A_LITTLE);
        assertThat(new Triple(101, 100, 100).costPercent()).isEqualTo(-1, A_LITTLE);
    }

    @Test
    void differencesOfBothSigns_doNotCancelEachOtherOut() {
        List<Triple> triples = List.of(
                new Triple(1, 90, 100), new Triple(1, 110, 100), new Triple(1, 90, 100), new Triple(1, 110, 100));

        assertThat(Triple.noisePercent(triples)).isGreaterThan(10);
    }

    @Test
    void noise_isLessWithMoreTurns() {
        List<Triple> few = List.of(new Triple(1, 98, 100), new Triple(1, 100, 100), new Triple(1, 102, 100));
        List<Triple> many =
                Collections.nCopies(40, few).stream().flatMap(List::stream).toList();

        assertThat(Triple.noisePercent(many)).isLessThan(Triple.noisePercent(few));
    }

    @Test
    void turns_areComparedWithThoseBeforeAndAfter() {
        assertThat(Triple.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0)))
                .containsExactly(new Triple(2, 1, 3), new Triple(4, 3, 5));
    }

    @Test
    void oneWindowThatWasDisturbed_doesNotMoveTheMedian() {
        List<Triple> triples = List.of(new Triple(99, 100, 100), new Triple(99, 100, 100), new Triple(10, 100, 100));

        assertThat(Triple.medianCost(triples)).isEqualTo(1, A_LITTLE);
    }
}
