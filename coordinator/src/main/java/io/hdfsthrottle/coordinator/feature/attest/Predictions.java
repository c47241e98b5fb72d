package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.plan.Score;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Finds predictions of applied plans that were wrong. */
final class Predictions {
    /** So long after its plan was applied, or until another one is. */
    static final Duration TOLD = Duration.ofHours(1);

    private static final double MOST_PERCENT = 10;

    private Predictions() {}

    static List<Finding> of(Optional<Score> last) {
        return last
                .filter(score -> score.errorPercent() != null && score.errorPercent() > MOST_PERCENT)
                .map(score -> new Finding(
                        Kind.PREDICTION_WRONG,
                        score.plan(),
                        "The prediction of plan " + score.plan() + " errs by " + score.errorPercent() + " % on "
                                + score.disks() + " disks: hdfs-throttle policy score says whose, and where."))
                .stream()
                .toList();
    }
}
