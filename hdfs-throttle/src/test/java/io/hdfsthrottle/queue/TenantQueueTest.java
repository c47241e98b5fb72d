package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Scheduler;
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

    /** Moves data for a second, with one thread. */
    private void moves() {
        queue.threads.incrementAndGet();
        queue.charged(10_000_000);
        queue.sample(1_000 * MILLI);
        assertThat(queue.rate().bytesPerSecond()).isGreaterThan(6_000_000);
    }
}
