package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PositionTest {

    private static final double USES = 30e6;

    private static final double TOTAL = 100e6;
    private static final long LATER = 10_000_000_000L;

    /** Longer than any memory of rates. */
    private static final int MANY_TICKS = 100;

    private final Position position = new Position();

    @Test
    void tenantOfWhichNobodyKnowsWhatItCanUse_isNeverSatisfied() {
        moves(1e12);
        assertThat(position.isSatisfied(2 * TOTAL, LATER)).isFalse();
    }

    @Test
    void tenantThatGetsWhatItCanUse_isSatisfied() {
        moves(USES);
        position.usesAtMost(USES, TOTAL, 0);
        assertThat(position.isSatisfied(2 * TOTAL, LATER)).isTrue();
    }

    @Test
    void tenantFromWhichOthersTakeMoreThanChanceDoes_isNoLongerSatisfied() {
        moves(USES);
        position.usesAtMost(USES, TOTAL, 0);
        moves(USES * 0.96);
        assertThat(position.isSatisfied(2 * TOTAL, LATER)).isTrue();
        moves(USES * 0.94);
        assertThat(position.isSatisfied(2 * TOTAL, LATER)).isFalse();
    }

    @Test
    void tenantThatLostOneTrial_isStillSatisfiedWithWhatItHad() {
        moves(USES);
        position.usesAtMost(USES, TOTAL, 0);
        position.lostInTrial();
        assertThat(position.isSatisfied(2 * TOTAL, LATER)).isTrue();
    }

    @Test
    void trialThatBroughtTheDiskNothingThatLasts_isNoLongerBelieved() {
        moves(USES);
        position.usesAtMost(USES, TOTAL, 0);
        assertThat(position.isSatisfied(TOTAL, 1)).isTrue();
        assertThat(position.isSatisfied(TOTAL, LATER)).isFalse();
    }

    private void moves(double bytesPerSecond) {
        for (int tick = 0; tick < MANY_TICKS; tick++) {
            position.moved(bytesPerSecond);
        }
    }
}
