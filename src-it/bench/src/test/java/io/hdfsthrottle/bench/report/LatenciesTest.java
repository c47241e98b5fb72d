package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LatenciesTest {

    private static Latencies millis(IntStream millis) {
        return Latencies.ofSeconds(millis.mapToDouble(each -> each / 1e3));
    }

    @Test
    void percentile_isTheSmallestThatSoManyDoNotExceed() {
        Latencies hundred = millis(IntStream.rangeClosed(1, 100).map(i -> 101 - i));
        assertThat(hundred.percentile(50)).isCloseTo(50, withinPercentage(0.1));
        assertThat(hundred.percentile(99)).isCloseTo(99, withinPercentage(0.1));
        assertThat(hundred.percentile(100)).isCloseTo(100, withinPercentage(0.1));
        assertThat(hundred.mean()).isCloseTo(50.5, withinPercentage(0.1));
        assertThat(millis(IntStream.of(7, 5)).percentile(50)).isCloseTo(5, withinPercentage(0.1));
        assertThat(millis(IntStream.of(7, 5)).percentile(99)).isCloseTo(7, withinPercentage(0.1));
    }

    @Test
    void severalRecordings_areOneTogether() {
        Latencies all = Latencies.ofAll(Stream.of(millis(IntStream.of(1)), millis(IntStream.of(3))));
        assertThat(all.count()).isEqualTo(2);
        assertThat(all.mean()).isCloseTo(2, withinPercentage(0.1));
    }

    @Test
    void readsThatNeverEnd_haveNoPercentileInJson() {
        Latencies none = millis(IntStream.empty());
        assertThat(none.percentile(99)).isInfinite();
        assertThat(none.members()).containsEntry("reads", 0L).containsEntry("p99Millis", null);
        assertThat(none.line().across()).isEmpty();
    }
}
