package io.hdfsthrottle.coordinator.feature.attest;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.plan.Score;
import io.hdfsthrottle.coordinator.plan.Score.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PredictionsTest {
    private final SimulatedCluster cluster = new SimulatedCluster(7);

    private static List<Finding> found(Double errorPercent) {
        return Predictions.of(
                Optional.of(new Score("5d1f0c", State.SCORED, null, errorPercent, 11, 1, 0, List.of(), List.of())));
    }

    @Test
    void predictionThatErrsByMoreThanTenPercent_isFoundAtOnce_andEndsWithTheNextPlan() {
        cluster.turns(60);
        cluster.others = found(10.1);
        cluster.turns(2);
        assertThat(cluster.began()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.PREDICTION_WRONG);
            assertThat(finding.subject()).isEqualTo("5d1f0c");
            assertThat(finding.detail()).startsWith("The prediction of plan 5d1f0c errs by 10.1 % on 11 disks");
        });
        assertThat(cluster.ended()).isEmpty();
        cluster.others = Predictions.of(Optional.empty());
        cluster.turns(1);
        assertThat(cluster.ended()).hasSize(1);
    }

    @Test
    void predictionThatHolds_orThatNothingCanBeComparedWith_isNoFinding() {
        assertThat(found(10.0)).isEmpty();
        assertThat(found(null)).isEmpty();
    }
}
