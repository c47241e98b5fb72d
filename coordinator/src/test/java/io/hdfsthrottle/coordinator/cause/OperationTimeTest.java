package io.hdfsthrottle.coordinator.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.cause.OperationTime.Interval;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OperationTimeTest {
    private static final Rate CAPACITY = Rate.ofBytesPerSecond(100);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final OperationTime time = new OperationTime();

    /** A tenant that has a quarter of the disk, beside one with three quarters. */
    private Map<WaitCause, Double> after(Interval did) {
        TenantUsage tenant = waits("bronze", 1, 25);
        VolumeUsage disk = VolumeUsage.of("DS-1", CAPACITY, List.of(tenant, waits("gold", 3, 75)));
        time.add(did, disk, tenant, ClusterFacts.NONE);
        return time.millis();
    }

    private static TenantUsage waits(String tenant, double weight, long rate) {
        Rate due = Rate.ofBytesPerSecond(rate);
        return TenantUsage.of(Tenant.named(tenant), weight, 0, due, due, true, Duration.ZERO);
    }

    @Test
    void waitWhileTheDiskMovesWhatItWasAskedForBefore_isTheDisks() {
        Interval waitsAllTheTime = new Interval(SECOND, Duration.ZERO, SECOND, Duration.ZERO, 25, 1, 0, 0, 0);
        assertThat(after(waitsAllTheTime))
                .containsOnly(Map.entry(WaitCause.MOVED, 250.0), Map.entry(WaitCause.SHARE, 750.0));
    }

    @Test
    void timeBehindWhatTheDiskWasAskedForBefore_isAWaitOfWhoWaits_butNotOfASlowClient() {
        Interval waits = new Interval(SECOND, Duration.ZERO, Duration.ofMillis(400), Duration.ZERO, 25, 1, 0, 0, 0);
        assertThat(after(waits)).containsOnly(Map.entry(WaitCause.MOVED, 250.0), Map.entry(WaitCause.SHARE, 750.0));
        Interval hardlyWaits = new Interval(SECOND, Duration.ZERO, Duration.ofMillis(10), Duration.ZERO, 1, 1, 0, 0, 0);
        assertThat(after(hardlyWaits)).containsEntry(WaitCause.SHARE, 790.0).containsEntry(WaitCause.OUTSIDE, 950.0);
    }

    @Test
    void longWait_isNoneOfTheClientsTime_asSoonAsItEnds() {
        Interval during = new Interval(SECOND, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, 1, 0, 0, 0);
        assertThat(after(during)).containsOnly(Map.entry(WaitCause.OUTSIDE, 1_000.0));
        Interval end = new Interval(SECOND, Duration.ZERO, Duration.ofSeconds(2), Duration.ZERO, 50, 1, 0, 0, 0);
        assertThat(after(end))
                .containsEntry(WaitCause.OUTSIDE, 0.0)
                .containsEntry(WaitCause.MOVED, 500.0)
                .containsEntry(WaitCause.SHARE, 1_500.0);
    }

    @Test
    void waitOfATimeThatIsNotKnown_isDividedAlike() {
        Interval first = new Interval(Duration.ZERO, Duration.ZERO, SECOND, Duration.ZERO, 25, 1, 0, 0, 0);
        assertThat(after(first)).containsOnly(Map.entry(WaitCause.MOVED, 250.0), Map.entry(WaitCause.SHARE, 750.0));
    }

    @Test
    void waitForALimitOfItsOwn_keepsItsPart() {
        Interval limited = new Interval(SECOND, Duration.ZERO, SECOND, Duration.ofMillis(500), 25, 1, 0, 0, 0);
        assertThat(after(limited))
                .containsEntry(WaitCause.MOVED, 250.0)
                .containsEntry(WaitCause.APPLICATION_LIMIT, 375.0)
                .containsEntry(WaitCause.SHARE, 375.0);
    }

    @Test
    void timeWithoutAProcessor_isNoneOfTheDisk_howeverSlowThatSeemsThen() {
        Interval stalled = new Interval(SECOND, Duration.ofMillis(750), Duration.ZERO, Duration.ZERO, 100, 1, 0, 0, 0);
        assertThat(after(stalled))
                .containsOnly(Map.entry(WaitCause.PROCESSORS, 750.0), Map.entry(WaitCause.MOVED, 250.0));
    }

    @Test
    void waitThatSpansATimeWithoutAProcessor_isDividedAsTheRest() {
        Interval stalled = new Interval(SECOND, Duration.ofMillis(500), SECOND, Duration.ZERO, 25, 1, 0, 0, 0);
        assertThat(after(stalled))
                .containsOnly(
                        Map.entry(WaitCause.PROCESSORS, 500.0),
                        Map.entry(WaitCause.MOVED, 125.0),
                        Map.entry(WaitCause.SHARE, 375.0));
    }

    @Test
    void timeOutsideTheDisk_isDividedAsThreadsWereSeen() {
        Interval outside = new Interval(SECOND, Duration.ZERO, Duration.ZERO, Duration.ZERO, 50, 1, 2, 5, 3);
        assertThat(after(outside))
                .containsOnly(
                        Map.entry(WaitCause.MOVED, 500.0),
                        Map.entry(WaitCause.CLIENT, 100.0),
                        Map.entry(WaitCause.NETWORK, 250.0),
                        Map.entry(WaitCause.PROCESSORS, 150.0));
    }
}
