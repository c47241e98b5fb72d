package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TenantQueueTest {

    private static final long MILLI = 1_000_000L;

    private final TenantQueue queue =
            new TenantQueue(Tenant.named("one"), new Scheduler(Window.ofUnknownDisk()).tenant(), 0);

    @Test
    void tenantThatHasLeft_hasNoRate() {
        moves();
        queue.threads.decrementAndGet();
        queue.sample(4_100 * MILLI);
        assertThat(queue.rate()).isEqualTo(Rate.ZERO);
    }

    @Test
    void tenantWhoseThreadsAreOnOtherDisksForAMoment_keepsTheMeanOfItsRate() {
        moves();
        queue.threads.decrementAndGet();
        queue.sample(2_500 * MILLI);
        assertThat(queue.rate().bytesPerSecond()).isGreaterThan(1_000_000);
    }

    @Test
    void tenantThatPauses_keepsTheMeanOfItsRate() {
        moves();
        queue.sample(1_100 * MILLI);
        assertThat(queue.rate().bytesPerSecond()).isGreaterThan(5_000_000);
    }

    @Test
    void waitsOfAllThreadsOfADataNode_areCountedForTenYears() {
        Duration tenYears = Duration.ofDays(3_653);
        for (int thread = 0; thread < 4_096; thread++) {
            queue.waited(tenYears.toNanos(), 0, false);
        }
        assertThat(queue.waited.sum()).isEqualTo(tenYears.multipliedBy(4_096));
    }

    @Test
    void waits_areCountedByTheirDuration_eachAmongThoseThatAreLongerToo() {
        for (long millis : new long[] {1, 10, 11, 100, 999, 1_000, 1_001, 60_000}) {
            queue.waited(millis * MILLI, 0, false);
        }
        assertThat(queue.take(Terms.ofWeight(queue.tenant(), 1))).isTrue();
        Entitlement nothing = new Entitlement(Rate.ZERO, Rate.ZERO);
        assertThat(queue.activity(nothing, WaitLimits.of(Duration.ofSeconds(2)))
                        .waits()
                        .numbers())
                .containsExactly(2L, 4L, 6L, 8L);
    }

    /** Moves data for a second, with one thread. */
    private void moves() {
        queue.threads.incrementAndGet();
        queue.charged(10_000_000);
        queue.sample(1_000 * MILLI);
        assertThat(queue.rate().bytesPerSecond()).isGreaterThan(6_000_000);
    }
}
