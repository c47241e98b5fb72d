package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class PaceTest {

    private static final double TICK = 0.05;

    private final Pace pace = new Pace();

    @Test
    void slowestAtTheLead_letsItGoOnAsFastAsTheDisk() {
        double slowest = 0;
        for (int i = 0; i < 200; i++) {
            slowest += TICK;
            pace.follow(slowest, 0, TICK);
        }
        assertThat(pace.speed()).isCloseTo(1, within(0.01));
        assertThat(pace.seconds() - slowest).isCloseTo(Pace.LEAD, within(0.01));
    }

    @Test
    void slowestThatStandsStill_stopsEverybody() {
        pace.isAt(7);
        for (int i = 0; i < 100; i++) {
            pace.follow(7, 0, TICK);
        }
        assertThat(pace.speed()).isCloseTo(0, within(0.01));
        assertThat(pace.seconds()).isBetween(7 + Pace.LEAD, 7.3 + 1e-9);
    }

    @Test
    void slowestThatLeaps_isNotLeaptAfter() {
        pace.isAt(1);
        pace.follow(9, 0, TICK);
        assertThat(pace.seconds()).isCloseTo(1 + TICK, within(1e-9));
        assertThat(pace.speed()).isBetween(1.0, 2.0);
    }

    @Test
    void idlingDisk_movesItOnWhateverTheSlowestDoes() {
        pace.isAt(1);
        for (int i = 0; i < 20; i++) {
            pace.follow(1, 1, TICK);
        }
        assertThat(pace.seconds()).isGreaterThan(1 + 20 * TICK - 1e-9);
    }

    @Test
    void nobodyHeldBack_makesItFasterAndFaster_andMoreSoWhereTheDiskIdles() {
        pace.goOnAlone(0.2, true, TICK);
        double busy = pace.speed();
        pace.goOnAlone(0.2, false, TICK);
        assertThat(busy).isGreaterThan(1);
        assertThat(pace.speed()).isGreaterThan(busy);
    }
}
