package io.hdfsthrottle.coordinator.feature.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

final class SeriesTest {
    private static final long DAY = 86_400;
    private static final long BEGIN = 1_800_000_000L / DAY * DAY;

    private final Series series = new Series();

    private static Figures given(double given) {
        return new Figures(given, given, given, 0);
    }

    /** Each second of that time as many bytes as seconds have passed. */
    private void run(long from, long to) {
        for (long slot = from / Series.SLOT; slot < to / Series.SLOT; slot++) {
            series.add(given((double) (slot * Series.SLOT - BEGIN)));
            series.end(slot, 1, series);
        }
    }

    private double at(long second, long step) {
        return series.mean(BEGIN + second, step, series).map(Figures::given).orElse(-1.0);
    }

    @Test
    void aNumberOfAnySize_comesBackWithinTheError() {
        for (double number = 1e-2; number < 1.8e19; number *= 1.37) {
            assertThat(Cell.number(Cell.of(number))).isCloseTo(number, within(Cell.ERROR * (number + 1)));
        }
        assertThat(Cell.number(Cell.of(1e300))).isCloseTo(Math.pow(2, 64), Percentage.withPercentage(0.1));
        for (double none : new double[] {0, -1, Double.NaN, Double.NEGATIVE_INFINITY}) {
            assertThat(Cell.number(Cell.of(none))).isZero();
            assertThat(Cell.of(none)).isNotEqualTo(Cell.UNKNOWN);
        }
    }

    @Test
    void anHour_isKnownByTenSeconds_aDayByTheMinute_andNoMore() {
        run(BEGIN, BEGIN + 2 * DAY);

        Percentage exact = Percentage.withPercentage(0.1);
        assertThat(at(2 * DAY - 10, 10)).isCloseTo(2 * DAY - 10, exact);
        assertThat(at(2 * DAY - 3_600, 10)).isCloseTo(2 * DAY - 3_600, exact);
        assertThat(at(2 * DAY - 3_610, 10)).as("the mean of its minute").isCloseTo(2 * DAY - 3_635, exact);
        assertThat(at(DAY, 60)).isCloseTo(DAY + 25, exact);
        assertThat(at(DAY, DAY)).isCloseTo(DAY * 3 / 2.0, exact);
        assertThat(at(DAY - 60, 60)).isEqualTo(-1);
        assertThat(at(2 * DAY, 10)).isEqualTo(-1);
    }

    @Test
    void aTimeWithoutSamples_isNotKnown_andIsNotZero() {
        run(BEGIN, BEGIN + 60);
        run(BEGIN + 600, BEGIN + 660);

        assertThat(at(300, 60)).isEqualTo(-1);
        assertThat(at(300, 10)).isEqualTo(-1);
        assertThat(at(0, 60)).isCloseTo(25, within(0.1));
        assertThat(at(0, 1_200)).as("the mean of what is known").isCloseTo((25 + 625) / 2.0, within(0.5));
    }

    @Test
    void aClockThatGoesBack_forgetsWhatWasToCome_andGoesOn() {
        run(BEGIN, BEGIN + 7_200);
        run(BEGIN + 600, BEGIN + 660);

        assertThat(at(660, 10)).isEqualTo(-1);
        assertThat(at(7_100, 60)).isEqualTo(-1);
        assertThat(at(650, 10)).isCloseTo(650, within(0.5));
        assertThat(at(0, 60)).isCloseTo(25, within(0.1));
    }

    @Test
    void aClockThatJumpsFarAhead_knowsOnlyWhatFollows() {
        run(BEGIN, BEGIN + 600);
        run(BEGIN + 900 * DAY, BEGIN + 900 * DAY + 20);

        assertThat(at(900 * DAY + 10, 10)).isPositive();
        assertThat(at(900 * DAY - 60, 60)).isEqualTo(-1);
        assertThat(at(540, 60)).isEqualTo(-1);
    }
}
