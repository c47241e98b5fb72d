package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StatisticsTest {

    @Test
    void median_isTheMiddleInWhateverOrder() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5);
        assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
    }

    @Test
    void median_ofNothingIsNoNumber() {
        assertThat(Statistics.median(List.of())).isNaN();
    }

    @Test
    void worst_isOnTheBadSide() {
        List<Double> values = List.of(1.0, 2.0, 3.0);

        assertThat(Statistics.smallIsGood(values)).containsEntry("worst", 3.0).containsEntry("median", 2.0);
        assertThat(Statistics.largeIsGood(values)).containsEntry("worst", 1.0);
    }

    @Test
    void whatNeverHappened_isTheWorstAndNullInJson() {
        assertThat(Statistics.smallIsGood(List.of(1.0, Double.POSITIVE_INFINITY, 2.0)))
                .containsEntry("worst", null)
                .containsEntry("median", 2.0)
                .containsEntry("repeats", Arrays.asList(1.0, null, 2.0));
    }

    @Test
    void percentile_isAValueThatWasSeen() {
        List<Double> values = Statistics.numbered(100, i -> 100.0 - i);

        assertThat(Statistics.percentile(values, 50)).isEqualTo(50);
        assertThat(Statistics.percentile(values, 99)).isEqualTo(99);
        assertThat(Statistics.percentile(List.of(3.0), 99)).isEqualTo(3);
        assertThat(Statistics.percentile(List.of(3.0, Double.POSITIVE_INFINITY), 99))
                .isInfinite();
        assertThat(Statistics.percentile(List.of(), 99)).isNaN();
    }

    @Test
    void noise_isTheLargestDifferenceOfRepeatsThatWereAlike() {
        assertThat(Statistics.noisePercent(List.of(98.0, 100.0, 103.0))).isEqualTo(5);
        assertThat(Statistics.noisePercent(List.of(100.0))).isNaN();
    }

    @Test
    void quantile_leavesOutWhatIsBeyondIt() {
        assertThat(Statistics.quantile(List.of(100.0, 1.0, 2.0, 3.0, 4.0), 0.75))
                .isEqualTo(4);
        assertThat(Statistics.quantile(List.of(1.0, 2.0), 0.25)).isEqualTo(1.25);
    }
}
