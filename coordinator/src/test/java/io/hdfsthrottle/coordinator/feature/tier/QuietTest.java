package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class QuietTest {
    private static final TierSettings SETTINGS = MigrationTest.settings(1);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Offset<Double> EXACTLY = Offset.offset(1e-9);

    private long nanos = -7 * SECOND;
    private Quiet quiet = Quiet.UNKNOWN;

    private Quiet after(int seconds, double contention) {
        for (int i = 0; i < seconds; i++) {
            nanos += SECOND;
            quiet = quiet.next(contention, nanos, SETTINGS);
        }
        return quiet;
    }

    private static VolumeUsage volume(long megabytes, boolean waits) {
        TenantUsage usage = TenantUsage.of(
                Tenant.DEFAULT, 1, 0, Rate.ofBytesPerSecond(megabytes * 1_000_000), Rate.ZERO, waits, Duration.ZERO);
        return VolumeUsage.of("DS", Rate.ofBytesPerSecond(100_000_000), List.of(usage));
    }

    private static NodeDemand node(boolean answering, VolumeUsage... volumes) {
        return new NodeDemand("dn", Duration.ZERO, answering, 0, List.of(volumes));
    }

    @Test
    void disks_areQuietOnlyAfterTheWholeTime_andNoLongerFromTheFirstLookThatIsAbove() {
        assertThat(after(60, 0.1).quiet()).isFalse();
        assertThat(after(1, 0.1).quiet()).isTrue();
        assertThat(after(5, 0.3).quiet()).as("between the two").isTrue();
        assertThat(after(1, 0.41).quiet()).isFalse();
        assertThat(after(60, 0.1).quiet()).isFalse();
        assertThat(after(1, 0.1).quiet()).isTrue();
    }

    @Test
    void oneLookThatIsNotBelow_beginsTheTimeAnew() {
        after(50, 0.1);
        after(1, 0.2);
        assertThat(after(60, 0.1).quiet()).isFalse();
        assertThat(after(1, 0.1).quiet()).isTrue();
    }

    @Test
    void disksThatNobodyLookedAt_orKnows_areNotQuiet() {
        after(61, 0.1);
        nanos += 20 * SECOND;
        assertThat(after(1, 0.1).quiet()).isFalse();
        assertThat(after(60, 0.1).quiet()).isTrue();
        assertThat(after(1, Double.NaN).quiet()).isFalse();
        assertThat(quiet.why(SETTINGS)).contains("no DataNode");
        assertThat(after(60, 0.1).quiet()).isFalse();
        assertThat(quiet.why(SETTINGS)).contains("59 s of 60 s");
    }

    @Test
    void contention_isTheMeanOfDisks_whereOneForWhichSomebodyWaitsIsFull() {
        assertThat(Quiet.contention(ClusterDemand.NONE, 0)).isNaN();
        ClusterDemand demand = ClusterDemand.of(List.of(
                node(true, volume(20, false), volume(5, true)),
                node(true, volume(0, false)),
                node(false, volume(0, true))));
        assertThat(Quiet.contention(demand, 0)).isEqualTo((0.2 + 1 + 0) / 3, EXACTLY);
        assertThat(Quiet.contention(demand, 270e6)).as("forecast").isEqualTo(0.9, EXACTLY);
    }
}
