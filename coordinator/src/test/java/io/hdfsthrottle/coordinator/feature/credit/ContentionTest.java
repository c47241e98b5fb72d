package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ContentionTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final CreditSettings SETTINGS = CreditSettings.standard(true);

    private static TenantUsage usage(String tenant, long rate, boolean backlogged) {
        return TenantUsage.of(
                Tenant.named(tenant), 1, 0, Rate.ofBytesPerSecond(rate), Rate.ZERO, backlogged, Duration.ZERO);
    }

    /** A disk where etl waits beside so many others, and one more tenant is silent. */
    private static VolumeUsage volume(String name, boolean waits, int others) {
        List<TenantUsage> usages = new ArrayList<>(List.of(usage("etl", 5, waits), usage("silent", 0, false)));
        for (int i = 0; i < others; i++) {
            usages.add(usage("other" + i, i, i == 0));
        }
        return VolumeUsage.of(name, null, usages);
    }

    private static String earned(boolean answering, VolumeUsage... volumes) {
        ClusterDemand demand = ClusterDemand.of(
                List.of(new NodeDemand("n", Duration.ZERO, answering, NodeDemand.NOTHING, List.of(volumes))));
        return Contention.of(demand, Set.of(ETL), SETTINGS.mostContenders())
                .earned(ETL, Level.LOW, SETTINGS)
                .toString();
    }

    @Test
    void yielderIsOneOfTheActive() {
        assertThat(earned(true, volume("v", true, 3))).isEqualTo("4.1");
    }

    @Test
    void whereNobodyElseIs_orItDoesNotWait_itCountsAlone_whichBuysThePapers2point5MinutesAnHour() {
        assertThat(earned(true, volume("v", true, 0))).isEqualTo("1.1");
        assertThat(earned(true, volume("v", false, 3))).isEqualTo("1.1");
        assertThat(1.1 * 3_600 / 25 / 60).isBetween(2.5, 2.7);
    }

    @Test
    void yielderThatUsesNoDisk_earnsTheRewardOfItsLevelAlone() {
        assertThat(earned(true)).isEqualTo("0.1");
        assertThat(earned(false, volume("v", true, 3))).as("silent nodes").isEqualTo("0.1");
    }

    @Test
    void ofSeveralDisksWhereItWaits_theMeanCounts() {
        assertThat(earned(true, volume("u", true, 1), volume("v", true, 3), volume("w", true, 0)))
                .isEqualTo("3.1");
    }

    @Test
    void crowd_countsUpToItsMost() {
        assertThat(earned(true, volume("v", true, 100))).isEqualTo("16.1");
    }
}
