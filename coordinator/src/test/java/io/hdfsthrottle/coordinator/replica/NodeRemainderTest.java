package io.hdfsthrottle.coordinator.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What one more stream would get, in numbers that can be worked out by hand. */
final class NodeRemainderTest {
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");

    private final NodeRemainder gold =
            new NodeRemainder(GOLD, tenant -> Terms.ofWeight(tenant, 1), Rate.ofBytesPerSecond(60));

    private static TenantUsage uses(Tenant tenant, double weight, long rate, boolean backlogged) {
        return TenantUsage.of(tenant, weight, 0, Rate.ofBytesPerSecond(rate), Rate.ZERO, backlogged, Duration.ZERO);
    }

    private static VolumeUsage volume(Long capacity, TenantUsage... tenants) {
        return VolumeUsage.of("DS-1", capacity == null ? null : Rate.ofBytesPerSecond(capacity), List.of(tenants));
    }

    private static UsageReport report(boolean pacing, VolumeUsage... volumes) {
        return UsageReport.of("dn1:9866", GrantVersion.of(1, 1), pacing, List.of(volumes));
    }

    @Test
    void idleVolume_isAllLeft() {
        assertThat(gold.of(report(true, volume(150L)))).hasValue(150);
    }

    @Test
    void volumesOfOneDisk_countOnce() {
        DiskFacts disk = DiskFacts.of("8:0", Optional.empty(), OptionalLong.empty());
        VolumeUsage first = volume(100L, uses(BRONZE, 1, 100, true)).on(disk);
        VolumeUsage second = VolumeUsage.of("DS-2", null, List.of()).on(disk);
        assertThat(gold.of(report(true, first, second))).hasValue(50);
    }

    @Test
    void othersThatWantEverything_leaveTheShareByWeight() {
        assertThat(gold.of(report(true, volume(150L, uses(BRONZE, 4, 150, true)))))
                .hasValue(30);
    }

    @Test
    void othersThatWantLittle_leaveTheRest() {
        assertThat(gold.of(report(true, volume(150L, uses(BRONZE, 4, 20, false)))))
                .hasValue(130);
    }

    @Test
    void whatTheTenantMovesItself_isNotLeft() {
        assertThat(gold.of(report(true, volume(150L, uses(GOLD, 1, 60, false)))))
                .hasValue(90);
    }

    @Test
    void volumeThatTheTenantUsesUp_stillCountsByWhatItIsDueThere() {
        assertThat(gold.of(report(true, volume(160L, uses(GOLD, 1, 160, true)))))
                .hasValue(40);
        assertThat(gold.of(report(true, volume(160L, uses(GOLD, 1, 80, true), uses(BRONZE, 1, 80, true)))))
                .hasValue(20);
    }

    @Test
    void nodesOwnWeightOfTheTenant_countsBeforePolicys() {
        assertThat(gold.of(report(true, volume(100L, uses(GOLD, 3, 0, false), uses(BRONZE, 1, 100, true)))))
                .hasValue(75);
    }

    @Test
    void limitOfTheTenantThere_bounds() {
        TenantUsage limited = uses(GOLD, 1, 0, false).limitedTo(Rate.ofBytesPerSecond(10));

        assertThat(gold.of(report(true, volume(100L, limited)))).hasValue(10);
    }

    @Test
    void node_isTheMeanOfItsVolumes() {
        assertThat(gold.of(report(true, volume(100L), volume(200L)))).hasValue(150);
    }

    @Test
    void volumeWhoseCapacityIsNotKnown_givesWhatOthersDo_orWhatItGivesNow() {
        assertThat(gold.of(report(true, volume(null)))).hasValue(60);
        assertThat(gold.of(report(true, volume(null, uses(BRONZE, 1, 20, false)))))
                .hasValue(40);
        assertThat(gold.of(report(true, volume(null, uses(BRONZE, 1, 90, true)))))
                .hasValue(45);
    }

    @Test
    void nodeThatDoesNotPace_orHasNoVolumes_isUnknown() {
        assertThat(gold.of(report(false, volume(100L)))).isEmpty();
        assertThat(gold.of(report(true))).isEmpty();
    }

    @Test
    void weightThatNoNodeCouldHave_harmsNobodyElse() {
        assertThat(gold.of(report(true, volume(100L, uses(BRONZE, 0, 100, true)))))
                .isPresent();
        assertThat(gold.of(report(true, volume(100L, uses(BRONZE, -1e300, 100, true)))))
                .isPresent();
    }
}
