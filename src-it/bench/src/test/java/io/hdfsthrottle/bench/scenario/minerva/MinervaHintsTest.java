package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.scenario.minerva.MinervaHints.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MinervaHintsTest {

    private static final double RATE = 100e6;

    private static List<Run> runs(double seconds, double yielding) {
        return List.of(new Run(List.of(seconds), List.of(yielding)));
    }

    @Test
    void job_canGainTheTimeInWhichTheDiskServedTheOneThatYields() {
        Shortened quarter = MinervaHints.of(MinervaHints.JOBS.get(0), runs(4, 100e6), runs(3.1, 7), RATE);

        assertThat(quarter.possiblePercent()).isCloseTo(25, within(1e-9));
        assertThat(quarter.ofPossiblePercent()).isCloseTo(90, within(1e-9));
    }

    @Test
    void theOneThatYields_outlastsTheOthersBesideAnEvenShare() {
        long yielding = MinervaHints.JOBS.get(3).bytes();

        assertThat(MinervaHints.JOBS.subList(0, 3))
                .allSatisfy(job -> assertThat(job.bytes()).isLessThan(yielding));
    }
}
