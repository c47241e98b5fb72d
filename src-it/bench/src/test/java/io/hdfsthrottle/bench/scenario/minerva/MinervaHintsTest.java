package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MinervaHintsTest {
    @Test
    void aJobThatEndsBeforeAllOthers_gainsWhatOneOfFourGaveUp() {
        assertThat(MinervaHints.JOBS.get(0).mostPercent()).isEqualTo(25, within(1e-9));
    }

    @Test
    void aJobThatOutlastsShorterOnes_gainsMore() {
        assertThat(MinervaHints.JOBS.get(1).mostPercent()).isEqualTo((1 - 1_200 / 1_700.0) * 100, within(1e-9));
        assertThat(MinervaHints.JOBS.get(2).mostPercent()).isEqualTo((1 - 3_700 / 6_700.0) * 100, within(1e-9));
    }
}
