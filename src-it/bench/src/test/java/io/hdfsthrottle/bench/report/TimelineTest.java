package io.hdfsthrottle.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class TimelineTest {

    private static final Offset<Double> TWO_SAMPLES = within(0.021);

    /** Ten seconds of one tenant whose bytes are a function of time. */
    private static Timeline line(DoubleUnaryOperator bytes) {
        NavigableMap<Double, List<Long>> at = new TreeMap<>();
        IntStream.rangeClosed(0, 1000).forEach(i -> at.put(i / 100.0, List.of((long) bytes.applyAsDouble(i / 100.0))));
        return new Timeline(at);
    }

    /** 1,000 bytes a second, twice that from the fifth second on. */
    private static double doubledAtFive(double now) {
        return 1000 * now + 1000 * Math.max(0, now - 5);
    }

    @Test
    void rate_isWhatCameInBetween() {
        Timeline line = line(TimelineTest::doubledAtFive);

        assertThat(line.rate(0, 1, 2)).isEqualTo(1000, within(1.0));
        assertThat(line.rate(0, 4.5, 5.5)).isEqualTo(1500, within(1.0));
        assertThat(line.total(6, 9)).isEqualTo(2000, within(1.0));
    }

    @Test
    void aStep_isReachedWhenTheAverageHasSeenEnoughOfIt() {
        // 95 % of 2,000 needs 90 % of the 200 ms at the new rate.
        assertThat(line(TimelineTest::doubledAtFive).reached(0, 2000, 5, 9)).isEqualTo(0.18, TWO_SAMPLES);
    }

    @Test
    void aPeak_isNoShare() {
        Timeline peak = line(now -> 1000 * now + (now > 5 ? 500 : 0));

        assertThat(peak.rate(0, 4.9, 5.1)).isGreaterThan(2000);
        assertThat(peak.reached(0, 2000, 5, 9)).isInfinite();
    }

    @Test
    void whatComesTooLate_wasNotReached() {
        assertThat(line(TimelineTest::doubledAtFive).reached(0, 2000, 1, 4)).isInfinite();
    }

    @Test
    void aRateThatFalls_isLoweredWhenItIsNearItsGoal() {
        Timeline halved = line(now -> 2000 * now - 1000 * Math.max(0, now - 5));

        assertThat(halved.lowered(0, 1000, 5, 9)).isEqualTo(0.19, TWO_SAMPLES);
    }

    @Test
    void leanestSecond_isFoundWhereverItBegins() {
        Timeline gap = line(now -> 1000 * now - 1000 * Math.max(0, Math.min(0.5, now - 3.3)));

        assertThat(gap.leanestSecond(0, 10)).isEqualTo(500, within(2.0));
        assertThat(gap.leanestSecond(4, 10)).isEqualTo(1000, within(2.0));
    }

    @Test
    void burst_countsAsFarAsItFillsTheTime() {
        Timeline burst = line(now -> 100 * now + 100 * Math.max(0, Math.min(1, now - 4)));

        assertThat(burst.mostIn(5, 0)).isCloseTo(120, within(0.5));
    }

    @Test
    void oneInstant_hasNoRate() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Timeline(new TreeMap<>(Map.of(0.0, List.of(0L)))));
    }
}
