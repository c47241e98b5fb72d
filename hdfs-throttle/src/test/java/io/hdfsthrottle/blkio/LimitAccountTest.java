package io.hdfsthrottle.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import org.junit.jupiter.api.Test;

final class LimitAccountTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Rate LIMIT = Rate.ofBytesPerSecond(1000);

    private final LimitAccount account = new LimitAccount();

    private long limit(double seconds, long charged) {
        return account.limit(LIMIT, charged, (long) (seconds * SECOND)).bytesPerSecond();
    }

    @Test
    void limitIsToldAsItIs_atFirst_andAsLongAsItIsGiven() {
        assertThat(limit(0, 777)).isEqualTo(1000);
        assertThat(limit(0.25, 1027)).isEqualTo(1000);
        assertThat(limit(0.5, 1277)).isEqualTo(1000);
    }

    @Test
    void whoGetsLess_isLimitedLess_andWhoGotMore_more() {
        assertThat(limit(0, 0)).isEqualTo(1000);
        assertThat(limit(0.25, 150)).isEqualTo(1200);
        assertThat(limit(0.5, 600)).isEqualTo(800);
        assertThat(limit(0.75, 750)).isEqualTo(1000);
    }

    @Test
    void idleTenant_keepsAPartOfASecond() {
        assertThat(limit(0, 0)).isEqualTo(1000);
        assertThat(limit(60, 0)).isEqualTo(1800);
        assertThat(limit(60.25, 650)).isEqualTo(1000);
    }

    @Test
    void excess_isRememberedForAPartOfASecond() {
        assertThat(limit(0, 0)).isEqualTo(1000);
        assertThat(limit(1, 100_000)).isEqualTo(200);
        assertThat(limit(1.4, 100_000)).isEqualTo(1000);
    }

    @Test
    void newLimit_beginsAnew_andAClockThatGoesBackIsNothing() {
        assertThat(limit(0, 0)).isEqualTo(1000);
        assertThat(limit(60, 0)).isEqualTo(1800);
        assertThat(account.limit(Rate.ofBytesPerSecond(500), 0, 61 * SECOND).bytesPerSecond())
                .isEqualTo(500);
        assertThat(account.limit(Rate.ofBytesPerSecond(500), 0, 60 * SECOND).bytesPerSecond())
                .isEqualTo(500);
    }
}
