package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is believed of a tenant's demand, report after report. */
final class EstimatesTest {
    private static final long LITTLE = 3_500_000;
    private static final long DISK = 60_000_000;

    private static final long SECOND = 1_000_000_000L;

    private Columns columns = new Columns(Policy.INITIAL, Factors.NONE);
    private Estimates estimates = new Estimates(columns, new double[columns.size()]);
    private long now;

    private void limit(long bytesPerSecond) {
        TenantTerms terms = new TenantTerms(Tenant.DEFAULT, 1, Rate.ZERO, Rate.ofBytesPerSecond(bytesPerSecond));
        columns = new Columns(Policy.INITIAL.with(terms), Factors.NONE);
        estimates = new Estimates(columns, new double[columns.size()]);
    }

    private Disk after(Disk before, boolean heldBack, long rate) {
        TenantUsage usage = TenantUsage.of(
                Tenant.DEFAULT, 1, 0, Rate.ofBytesPerSecond(rate), Rate.UNLIMITED, heldBack, Duration.ZERO);
        VolumeUsage volume = VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(DISK), List.of(usage));
        now += SECOND;
        return estimates.disk(volume, before, new Node("dn1:9866", now, List.of(volume)), false);
    }

    @Test
    void diskThatAnswersNothing_hasNoCapacity_butUnknownCapacityIsUnlimited() {
        assertThat(idle(Rate.ZERO).capacity).isLessThanOrEqualTo(1024);
        assertThat(idle(null).capacity).isInfinite();
    }

    private Disk idle(Rate capacity) {
        VolumeUsage volume = VolumeUsage.of("DS-1", capacity, List.of());
        return estimates.disk(volume, null, new Node("dn1:9866", now, List.of(volume)), false);
    }

    @Test
    void tenantThatIsHeldBack_isBelievedToWantTheDiskAtOnce_howeverLittleItGot() {
        assertThat(after(null, true, LITTLE).cells.get(0).demand).isGreaterThan(DISK / 3.0);
        Disk disk = after(null, false, LITTLE);
        assertThat(disk.cells.get(0).demand).isCloseTo(LITTLE, withinPercentage(1));
        for (int i = 0; i < 3; i++) {
            disk = after(disk, true, LITTLE);
            assertThat(disk.cells.get(0).demand).isGreaterThan(DISK / 3.0);
        }
        assertThat(after(disk, false, LITTLE).cells.get(0).demand).isCloseTo(LITTLE, withinPercentage(1));
    }

    @Test
    void limitedNewcomerThatIsHeldBackByALittle_isBelievedToWantTheDiskAtOnce() {
        limit(DISK / 2);
        Disk disk = after(null, false, LITTLE);
        disk = after(disk, true, LITTLE);
        assertThat(disk.cells.get(0).demand).isGreaterThan(DISK / 3.0);
    }

    @Test
    void limitedTenantThatWasSatisfiedForLong_isTriedWithTwiceAsMuch() {
        limit(DISK / 2);
        Disk disk = after(null, false, LITTLE);
        for (int i = 0; i < 4; i++) {
            disk = after(disk, false, LITTLE);
        }
        disk = after(disk, true, LITTLE);
        assertThat(disk.cells.get(0).demand).isBetween(2.0 * LITTLE, DISK / 3.0);
    }
}
