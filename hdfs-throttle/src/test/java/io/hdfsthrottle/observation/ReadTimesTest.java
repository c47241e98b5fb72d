package io.hdfsthrottle.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReadTimesTest {

    private static final long MILLI = 1_000_000L;

    private static ReadTimes once(long nanos) {
        int place = ReadTimes.place(nanos);
        return ReadTimes.counted(each -> each == place ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "262144, 0", "327679, 0", "327680, 1", "524288, 4", "9223372036854775807, 63"})
    void place_isWithinTheBounds_whateverTheTime(long nanos, int place) {
        assertThat(ReadTimes.place(nanos)).isEqualTo(place);
    }

    @Test
    void percentileOfOneRead_isItsTimeToWithinAQuarter() {
        for (double nanos = MILLI; nanos < 15e9; nanos *= 1.003) {
            assertThat(once((long) nanos).percentile(1).toNanos() / nanos).isBetween(1.0, 1.25);
            assertThat(once((long) nanos).percentile(0).toNanos() / nanos).isBetween(0.8, 1.0);
        }
    }

    @Test
    void percentile_isThatOfTheSlowestReads_andOfNoneIsNoTime() {
        ReadTimes quick = ReadTimes.counted(place -> place == ReadTimes.place(10 * MILLI) ? 98 : 0);
        ReadTimes both = quick.fadedTo(1, once(500 * MILLI)).fadedTo(1, once(500 * MILLI));
        assertThat(both.all()).isEqualTo(100);
        assertThat(both.percentile(0.98).toMillis()).isBetween(10L, 13L);
        assertThat(both.percentile(0.99).toMillis()).isBetween(400L, 625L);
        assertThat(ReadTimes.NONE.percentile(0.99)).isZero();
    }

    @Test
    void readsSinceAnEarlierCount_areTheDifference_andAllOfANodeThatBeganAnew() {
        ReadTimes before = ReadTimes.of(List.of(3L, 5L));
        assertThat(ReadTimes.of(List.of(3L, 7L, 1L)).since(before).first()).containsExactly(0L, 2L, 1L);
        assertThat(ReadTimes.of(List.of(9L, 4L)).since(before).first()).containsExactly(9L, 4L);
        assertThat(before.fadedTo(0.5, before).all()).isEqualTo(12);
    }

    @Test
    void numbersOfAReport_areBounded() {
        assertThat(ReadTimes.of(List.of()).first()).isEmpty();
        assertThat(ReadTimes.of(Collections.nCopies(64, Long.MAX_VALUE)).percentile(0.99))
                .isPositive();
        assertThat(ReadTimes.of(Collections.nCopies(65, 1L)).all()).isEqualTo(64);
    }
}
