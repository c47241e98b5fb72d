package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.fakes.SeenDisk;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many threads a tick looks at: each look is a file of the kernel's. */
final class LooksTest {

    private static final int TENANTS = 200;

    /** The first tick does not know yet how many there are. */
    private static final int TICKS_TO_KNOW = 2;

    private static final int MOST_IN_A_TICK = 32;

    private final HandSetTicker ticker = new HandSetTicker();
    private final Set<Long> seen = new HashSet<>();
    private final VolumePacer pacer = VolumePacer.watching(
            "DS-1",
            SeenDisk.busy(this::isLookedAt),
            PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
            new Gate(),
            ticker,
            new ClockParker(ticker));

    private int looks;

    @BeforeEach
    void everybodyHasAThread() {
        for (int id = 1; id <= TENANTS; id++) {
            pacer.bucket(Tenant.named("t" + id)).join(Transfer.ofThisThread(id));
        }
        for (int tick = 0; tick < TICKS_TO_KNOW; tick++) {
            tick();
        }
    }

    @Test
    void manyTenants_areLookedAtInTurns() {
        seen.clear();
        int ticks = 0;
        for (; seen.size() < TENANTS && ticks < TENANTS; ticks++) {
            looks = 0;
            tick();
            assertThat(looks).isBetween(1, MOST_IN_A_TICK);
        }
        assertThat(ticks).isEqualTo(7);
    }

    /** Nobody waits for the disk. */
    private boolean isLookedAt(Transfer transfer) {
        looks++;
        seen.add(transfer.osThread());
        return false;
    }

    private void tick() {
        ticker.advance(Duration.ofMillis(50));
        pacer.tick(Grant.NOBODY);
    }
}
