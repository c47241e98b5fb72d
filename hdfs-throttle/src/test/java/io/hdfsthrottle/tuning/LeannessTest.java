package io.hdfsthrottle.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LeannessTest {
    private static final int PIECE = 128 << 10;
    private static final long BUSY = 64 << 10;
    private static final long WINDOW = 400 << 10;

    private final Leanness leanness = new Leanness();

    @Test
    void atFirst_itIsWhatKeepsTheDiskBusy_inQuarterPieces() {
        assertThat(leanness.piece(PIECE)).isEqualTo(PIECE / 4);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }

    @Test
    void oneEpochThatWasSpoiled_changesNothing() {
        leanness.learn(0.5);
        assertThat(leanness.isSettled()).isFalse();
        leanness.learn(1);
        leanness.learn(1);
        assertThat(leanness.isSettled()).isTrue();
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }

    @Test
    void throughputThatItCosts_makesItMore_upToTheUsual() {
        for (int pair = 0; pair < 40; pair++) {
            leanness.learn(0.8);
        }
        assertThat(leanness.piece(PIECE)).isEqualTo(PIECE);
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(WINDOW);
    }

    @Test
    void whenItCostsNothingAnyMore_itBecomesLessAgain() {
        leanness.learn(0.8);
        leanness.learn(0.8);
        assertThat(leanness.isSettled()).isFalse();
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(2 * BUSY);
        for (int pair = 0; pair < 40; pair++) {
            leanness.learn(1);
        }
        assertThat(leanness.window(BUSY, WINDOW)).isEqualTo(BUSY);
    }
}
