package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class DriftTest {

    private static final double TICK = 0.05;
    private static final int TICKS_A_SECOND = 20;

    private final Drift drift = new Drift();

    private void run(int seconds, double busy) {
        for (int i = 0; i < seconds * TICKS_A_SECOND; i++) {
            drift.observe(busy, true, TICK);
        }
    }

    @Test
    void saturatedDisk_neverLetsThePaceGoOnByItself() {
        run(10, 0.98);
        assertThat(drift.during(TICK)).isZero();
    }

    @Test
    void saturatedDiskSampledInJiffies_letsItGoOnByAHairOnly() {
        long seed = 20_261_120;
        Random random = new Random(seed);
        double all = 0;
        for (int i = 0; i < 1000 * TICKS_A_SECOND; i++) {
            double jiffies = Math.round((0.98 + random.nextGaussian() * 0.04) * 12.5) / 12.5;
            drift.observe(Math.min(1, Math.max(0, jiffies)), true, TICK);
            all += drift.during(TICK);
        }
        assertThat(all / 1000).as("share seconds a second, seed %d", seed).isLessThan(0.01);
    }

    @Test
    void idleDisk_letsThePaceGoOnTwiceAsFastAsSharesAddUp() {
        run(3, 0.1);
        assertThat(drift.during(TICK)).isCloseTo(2 * TICK, within(1e-9));
    }

    @Test
    void diskThatIdlesWhileNobodyRests_doesNotMoveIt() {
        for (int i = 0; i < 3 * TICKS_A_SECOND; i++) {
            drift.observe(0, false, TICK);
        }
        assertThat(drift.during(TICK)).isZero();
    }

    @Test
    void diskThatIsBusyAgain_stopsIt() {
        run(3, 0.1);
        run(30, 1);
        assertThat(drift.during(TICK)).isZero();
    }
}
