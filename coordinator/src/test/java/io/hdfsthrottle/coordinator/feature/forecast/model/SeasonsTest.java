package io.hdfsthrottle.coordinator.feature.forecast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SeasonsTest {
    private static final SplittableRandom RANDOM = new SplittableRandom(20_261_125L);

    private static double[] bursts(int length, int period, int busy, double noise) {
        double[] series = new double[length];
        for (int t = 0; t < length; t++) {
            series[t] = (t % period < busy ? 100 : 0) + noise * RANDOM.nextDouble();
        }
        return series;
    }

    private static double[] walk(int length) {
        double[] series = new double[length];
        for (int t = 1; t < length; t++) {
            series[t] = series[t - 1] + RANDOM.nextDouble() - 0.5;
        }
        return series;
    }

    @Test
    void whatComesAgain_hasItsPeriod() {
        assertThat(Seasons.period(bursts(300, 13, 4, 20), 60)).isEqualTo(13);
        assertThat(Seasons.period(bursts(300, 40, 9, 20), 60)).isEqualTo(40);
    }

    @Test
    void whatNeverChanges_orIsNoise_hasNone() {
        assertThat(Seasons.period(new double[300], 60)).isEqualTo(1);
        assertThat(Seasons.period(RANDOM.doubles(300).toArray(), 60)).isEqualTo(1);
    }

    @Test
    void strongSeasons_takeADifference_noiseDoesNot() {
        assertThat(Seasons.takeDifference(bursts(300, 13, 4, 20), 13)).isTrue();
        assertThat(Seasons.takeDifference(RANDOM.doubles(300).toArray(), 13)).isFalse();
    }

    @Test
    void whatWanders_takesADifference_whatStaysDoesNot() {
        assertThat(Seasons.differences(walk(300), 2)).isEqualTo(1);
        assertThat(Seasons.differences(RANDOM.doubles(300).toArray(), 2)).isZero();
    }
}
