package io.hdfsthrottle.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetClock;
import io.hdfsthrottle.coordinator.HandSetTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The shared time of day, and who leaves the lead for a clock that is far from it. */
final class ClusterClockTest {
    private static final long NOW = 1_800_000_000;

    private final HandSetTicker ticker = new HandSetTicker();
    private final HandSetClock own = new HandSetClock(NOW);
    private long zookeeper = NOW * 1_000;
    private int candidates = 1;
    private final ClusterClock clock = new ClusterClock(() -> zookeeper, own, ticker);
    private final ClockGuard guard = new ClockGuard(clock, () -> candidates, ticker);

    private void pass(Duration time) {
        ticker.advance(time);
        zookeeper += time.toMillis();
    }

    /** Looks twice a second, as an election does; whether it stood back at the end. */
    private boolean look(int times, boolean stands) throws Exception {
        boolean isBack = false;
        for (int i = 0; i < times; i++) {
            isBack = guard.standsBack(stands);
            pass(Duration.ofMillis(500));
        }
        return isBack;
    }

    @Test
    void time_isZooKeepers_andGoesOnInBetween() throws Exception {
        zookeeper += 10_000;
        assertThat(clock.millis()).isEqualTo(NOW * 1_000);

        assertThat(clock.learn()).isEqualTo(Duration.ofSeconds(-10));

        ticker.advance(Duration.ofSeconds(3));
        assertThat(clock.millis()).isEqualTo(NOW * 1_000 + 13_000);
    }

    @Test
    void serverWithAWrongClock_movesTheTimeByASecondAtATime() throws Exception {
        assertThat(clock.learn()).isZero();
        for (long wrong :
                new long[] {Duration.ofDays(1).toMillis(), -Duration.ofDays(2).toMillis()}) {
            long before = clock.millis();
            zookeeper += wrong;
            assertThat(clock.learn().abs()).isLessThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(Math.abs(clock.millis() - before)).isEqualTo(1_000);
        }
    }

    @Test
    void timeThatWasLearnedLongAgo_isLearnedAnew() throws Exception {
        assertThat(clock.learn()).isZero();
        ticker.advance(Duration.ofMinutes(6));
        zookeeper += Duration.ofHours(5).toMillis(); // the ticker stood still while the host slept

        assertThat(clock.learn()).isEqualTo(Duration.ofHours(-5));
        assertThat(clock.millis()).isEqualTo(zookeeper);
    }

    @Test
    void clockThatIsWrongByFourMinutes_leads() throws Exception {
        own.set(NOW + 240);
        candidates = 2;

        assertThat(look(10, true)).isFalse();
        assertThat(guard.mayStand()).isTrue();
    }

    @Test
    void wrongClock_leavesTheLeadToAnother_andStandsWhenThatIsGone() throws Exception {
        own.set(NOW + 600);
        candidates = 2;
        assertThat(look(1, true)).isTrue();
        candidates = 1;
        assertThat(look(10, false)).isTrue();
        assertThat(guard.mayStand()).isFalse();

        candidates = 0;
        assertThat(look(3, false)).isFalse();
        assertThat(guard.mayStand()).isFalse();
        assertThat(look(1, false)).isFalse();
        assertThat(guard.mayStand()).isTrue();
    }

    /** One that is elected and cannot lead stands again each second. */
    @Test
    void candidateThatNeverLeads_doesNotTakeTheLeadAwayAgainAndAgain() throws Exception {
        own.set(NOW + 6_000);
        candidates = 2;
        assertThat(look(1, true)).isTrue();
        candidates = 0;
        assertThat(look(4, false)).isFalse();

        candidates = 2;
        assertThat(look(8, true)).as("in the next minutes").isFalse();
        pass(Duration.ofMinutes(5));
        assertThat(look(1, true)).as("later").isTrue();
    }
}
