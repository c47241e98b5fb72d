package io.hdfsthrottle.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LeannessTest {
    private static final int PIECE = 128 << 10;
    private static final long BUSY = 64 << 10;
    private static final long WINDOW = 400 << 10;
    private static final int PAIRS_OF_A_STEP = 3;

    private final Leanness leanness = new Leanness();

    private void learn(int steps, double ratio) {
        for (int pair = 0; pair < PAIRS_OF_A_STEP * steps; pair++) {
            leanness.learn(ratio);
        }
    }

    @Test
    void atFirst_itIsTheUsual() {
        assertThat(leanness.piece(PIECE)).isEqualTo(PIECE);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(WINDOW);
        assertThat(leanness.isSettled()).isFalse();
    }

    @Test
    void whereItCostsNothing_itIsWhatKeepsTheDiskBusy_inQuarterPieces() {
        learn(3, 1);
        assertThat(leanness.isSettled()).isTrue();
        assertThat(leanness.piece(PIECE)).isEqualTo(PIECE / 4);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }

    @Test
    void oneEpochThatWasSpoiled_changesNothing() {
        learn(3, 1);
        leanness.learn(0.5);
        learn(1, 1);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }

    @Test
    void leastThatCostsNothing_isFoundWithinTwelveSteps() {
        for (double least = 1; least < 6; least += 0.1) {
            Leanness any = new Leanness();
            for (int pair = 0; pair < 12 * PAIRS_OF_A_STEP; pair++) {
                double asked = any.window(BUSY, 16 * BUSY) / (double) BUSY;
                any.learn(asked < least ? 0.95 : 1);
            }
            assertThat(any.window(BUSY, 16 * BUSY) / (double) BUSY)
                    .as("least %.1f", least)
                    .isBetween(least / 1.2, least * 1.3);
        }
    }

    @Test
    void throughputThatItCosts_makesItMore_upToTheUsual() {
        learn(3, 1);
        learn(40, 0.8);
        assertThat(leanness.piece(PIECE)).isEqualTo(PIECE);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(WINDOW);
    }

    @Test
    void whenItCostsNothingAnyMore_itBecomesLessAgain() {
        learn(3, 1);
        learn(40, 0.8);
        learn(40, 1);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }
}
