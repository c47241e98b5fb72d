package io.hdfsthrottle.coordinator.feature.forecast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BoostingTest {
    private final SplittableRandom random = new SplittableRandom(20_261_125L);

    private double[][] features(int samples) {
        double[][] features = new double[samples][];
        for (int i = 0; i < samples; i++) {
            features[i] = random.doubles(3).toArray();
        }
        return features;
    }

    @Test
    void whatDependsOnTwoFeatures_isLearned() {
        double[][] features = features(4_000);
        double[] targets = new double[features.length];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = (features[i][0] > 0.5) == (features[i][2] > 0.25) ? 10 : -10;
        }
        Boosting learned = Boosting.fit(features, targets);

        assertThat(learned.predict(new double[] {0.9, 0.5, 0.9})).isCloseTo(10, within(1.5));
        assertThat(learned.predict(new double[] {0.1, 0.5, 0.9})).isCloseTo(-10, within(1.5));
        assertThat(learned.predict(new double[] {0.1, 0.5, 0.1})).isCloseTo(10, within(1.5));
    }

    @Test
    void treesThatWereWritten_predictTheSame() {
        double[][] features = features(500);
        Boosting learned =
                Boosting.fit(features, random.doubles(features.length).toArray());
        Boosting read = Boosting.of(learned.written(), 3);

        for (double[] each : features) {
            assertThat(read.predict(each)).isEqualTo(learned.predict(each));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Boosting.of(learned.written(), 1));
    }

    @Test
    void noise_isNotMistakenForKnowledge() {
        double[][] features = features(4_000);
        double[] targets = random.doubles(features.length, -10, 10).toArray();
        Boosting learned = Boosting.fit(features, targets);

        double squares = 0;
        for (int i = 0; i < 1_000; i++) {
            double said = learned.predict(random.doubles(3).toArray());
            squares += said * said;
        }
        assertThat(Math.sqrt(squares / 1_000)).isLessThan(2.5);
    }

    @Test
    void fewSamples_teachNothing() {
        assertThat(Boosting.fit(features(10), new double[10]).predict(new double[3]))
                .isZero();
    }

    @Test
    void featuresThatNeverChange_areNoReasonToSplit() {
        double[][] same = new double[200][2];
        double[] targets = new double[200];
        Arrays.fill(targets, 4);
        assertThat(Boosting.fit(same, targets).predict(new double[2])).isCloseTo(4, within(0.2));
    }
}
