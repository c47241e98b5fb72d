package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One tenant that everybody waits for, and one that could go faster: each moves 4 MB a tick at first. */
final class TrialsTest {

    private static final Duration TICK = Duration.ofMillis(50);
    private static final double SECONDS = 0.05;
    private static final long MEGA = 1_000_000;
    private static final int MOST_TICKS = 1_000;

    private final HandSetTicker ticker = new HandSetTicker();
    private final DeviceYield yield = new DeviceYield();
    private final Trials trials = new Trials(yield);
    private final Position slowest = new Position();
    private final Position other = new Position();
    private final TenantLoad slowestLoad = load("slowest");
    private final TenantLoad otherLoad = load("other");

    private TenantLoad load(String name) {
        TenantBucket bucket = new TenantBucket(
                Tenant.named(name),
                new Gate(),
                ticker,
                new ClockParker(ticker),
                PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
                Allowance.UNLIMITED);
        return new TenantLoad(bucket);
    }

    private void tick(int slowestMegabytes, int otherMegabytes, int diskMegabytes) {
        ticker.advance(TICK);
        move(slowestLoad, slowest, slowestMegabytes);
        move(otherLoad, other, otherMegabytes);
        yield.observe(List.of(slowestLoad, otherLoad), diskMegabytes * MEGA, SECONDS);
        slowest.held(true, ticker.nanos());
        trials.judge(List.of(slowest, other), 2, true, true, ticker.nanos());
    }

    private void move(TenantLoad load, Position position, int megabytes) {
        load.bucket().pace(megabytes * MEGA);
        load.observe(DiskWatch.BLIND, 0, 0, ticker.nanos());
        position.moved(load.movedInTick() / SECONDS);
    }

    @BeforeEach
    void aTrialHasBegun() {
        for (int tick = 0; trials.haste() == 0; tick++) {
            assertThat(tick).isLessThan(MOST_TICKS);
            tick(4, 4, 8);
        }
    }

    private void untilTheEnd(int slowestMegabytes, int otherMegabytes, int diskMegabytes) {
        for (int tick = 0; trials.haste() > 0; tick++) {
            assertThat(tick).isLessThan(MOST_TICKS);
            tick(slowestMegabytes, otherMegabytes, diskMegabytes);
        }
    }

    @Test
    void diskThatGivesTheOthersMore_tellsWhatTheSlowestCanUse() {
        untilTheEnd(4, 6, 10);
        assertThat(slowest.usesAtMost()).isCloseTo(4 * MEGA / SECONDS, within(1.0));
    }

    @Test
    void diskThatCountsNoMore_isFull_howeverChargesJump() {
        untilTheEnd(4, 6, 8);
        assertThat(slowest.isFull()).isFalse();
    }

    @Test
    void diskThatGivesAStrangerMore_tellsNothing() {
        untilTheEnd(4, 4, 10);
        assertThat(slowest.isFull()).isFalse();
    }

    @Test
    void diskThatTakesItFromTheSlowest_isFull() {
        untilTheEnd(2, 6, 8);
        assertThat(slowest.isFull()).isFalse();
    }

    @Test
    void diskThatSeeksLessForWhatItTakesFromTheSlowest_tellsNothing() {
        untilTheEnd(3, 8, 11);
        assertThat(slowest.isFull()).isFalse();
    }

    @Test
    void diskThatBecomesFasterForAll_tellsNothing() {
        untilTheEnd(6, 6, 12);
        assertThat(slowest.isFull()).isFalse();
    }

    @Test
    void trialThatOnlyTakesFromTheSlowest_endsHalfway() {
        long begun = ticker.nanos();
        untilTheEnd(3, 5, 8);
        assertThat(ticker.nanos() - begun).isEqualTo(Duration.ofMillis(250).toNanos());
    }

    @Test
    void trialThatTakesNothingFromTheSlowest_goesOnToItsEnd() {
        long begun = ticker.nanos();
        untilTheEnd(4, 4, 8);
        assertThat(ticker.nanos() - begun).isEqualTo(Duration.ofMillis(500).toNanos());
    }

    @Test
    void fullDisk_isTriedEverMoreSeldom() {
        int before = 0;
        for (int trial = 0; trial < 4; trial++) {
            untilTheEnd(4, 4, 8);
            int ticks = 0;
            for (; trials.haste() == 0; ticks++) {
                tick(4, 4, 8);
            }
            assertThat(ticks).isGreaterThan(before);
            before = ticks;
        }
    }
}
