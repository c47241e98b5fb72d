package io.hdfsthrottle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LatenciesTest {

    @Test
    void percentile_isTheSmallestThatSoManyDoNotExceed() {
        Latencies hundred = new Latencies(
                IntStream.rangeClosed(1, 100).mapToObj(i -> 101.0 - i).toList());
        assertThat(hundred.percentile(50)).isEqualTo(50);
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.percentile(100)).isEqualTo(100);
        assertThat(new Latencies(List.of(7.0, 5.0)).percentile(50)).isEqualTo(5);
        assertThat(new Latencies(List.of(7.0, 5.0)).percentile(99)).isEqualTo(7);
    }

    @Test
    void readsThatNeverEnd_haveNoPercentileInJson() {
        Latencies none = new Latencies(List.of());
        assertThat(none.percentile(99)).isInfinite();
        assertThat(none.members()).containsEntry("reads", 0).containsEntry("p99Millis", null);
    }
}
