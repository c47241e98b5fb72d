package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TransfersTest {

    private static final Duration TICK = Duration.ofMillis(50);
    private static final int TICKS_OF_A_SECOND = 20;

    private final HandSetTicker ticker = new HandSetTicker();
    private final VolumePacer pacer = VolumePacer.ofCapacity(
            "DS-1",
            Rate.parse("100m"),
            PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
            new Gate(),
            ticker,
            new ClockParker(ticker));
    private final TenantBucket bucket = pacer.bucket(Tenant.named("gold"));
    private final Transfer mine = Transfer.ofThisThread(1);

    private void somebodyJoinsAndEnds() throws InterruptedException {
        Thread other = new Thread(() -> bucket.join(Transfer.ofThisThread(2)));
        other.start();
        other.join();
    }

    private int threadsSeen() {
        ticker.advance(TICK);
        pacer.tick(Grant.NOBODY);
        return pacer.activity().tenants().get(0).threads();
    }

    @Test
    void looksThatAreCutShort_reachEveryThreadInTurn() {
        Transfers transfers = new Transfers();
        for (int id = 1; id <= 10; id++) {
            transfers.join(Transfer.ofThisThread(id));
        }
        Set<Transfer> seen = new HashSet<>();
        for (int tick = 0; tick < 5; tick++) {
            assertThat(transfers.any(transfer -> !seen.add(transfer), 2)).isFalse();
        }
        assertThat(seen).hasSize(10);
    }

    @Test
    void threadThatEnded_isForgottenWithinASecond() throws InterruptedException {
        bucket.join(mine);
        assertThat(threadsSeen()).isEqualTo(1);
        somebodyJoinsAndEnds();
        int ticks = 0;
        while (threadsSeen() > 1) {
            ticks++;
            assertThat(ticks).isLessThan(TICKS_OF_A_SECOND);
        }
    }

    @Test
    void tenantOfWhomNoThreadLives_hasNoneAtOnce() throws InterruptedException {
        bucket.join(mine);
        assertThat(threadsSeen()).isEqualTo(1);
        somebodyJoinsAndEnds();
        bucket.leave(mine);
        assertThat(threadsSeen()).isZero();
    }
}
