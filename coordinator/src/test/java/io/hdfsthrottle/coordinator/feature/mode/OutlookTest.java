package io.hdfsthrottle.coordinator.feature.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What enforcing would give, by hand. */
final class OutlookTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Policy POLICY =
            Policy.INITIAL.with(TenantTerms.of(ETL, 1)).with(TenantTerms.of(GOLD, 4));
    private static final Rate UNKNOWN = null;

    private static TenantUsage usage(Tenant tenant, double weight, String rate, boolean limited) {
        return TenantUsage.of(tenant, weight, 0, Rate.parse(rate), Rate.ZERO, limited, Duration.ZERO)
                .with(2);
    }

    private static NodeReport node(String name, Mode mode, Rate capacity, TenantUsage... tenants) {
        UsageReport usage = UsageReport.of(
                        name,
                        GrantVersion.NONE,
                        mode == Mode.ENFORCE,
                        List.of(VolumeUsage.of("DS-" + name, capacity, List.of(tenants))))
                .inMode(mode);
        return new NodeReport(usage, Duration.ZERO, true);
    }

    private static Outlook of(NodeReport... nodes) {
        return Outlook.of(List.of(nodes), POLICY, Factors.NONE, Modes.NONE);
    }

    private static TenantOutlook tenant(Outlook outlook, Tenant tenant) {
        return outlook.tenants().stream()
                .filter(each -> each.tenant().equals(tenant.name()))
                .findAny()
                .orElseThrow();
    }

    /** Within a percent: weights are rounded, and reservations kept a little. */
    private static void assertGets(Outlook outlook, Tenant tenant, String rate) {
        assertThat(tenant(outlook, tenant).enforcedBytesPerSecond()).isCloseTo(bytes(rate), withinPercentage(1));
    }

    private static long bytes(String rate) {
        return Rate.parse(rate).bytesPerSecond();
    }

    @Test
    void tenantsThatTheDiskLimits_wouldDivideWhatItGivesNow_byWeight() {
        Outlook outlook =
                of(node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", true)));
        assertGets(outlook, ETL, "20m");
        assertGets(outlook, GOLD, "80m");
        assertThat(tenant(outlook, GOLD).sentence())
                .isEqualTo("Tenant gold gets 10.0 MiB/s and would get 80.0 MiB/s: one disk limits it.");
        assertThat(outlook.summary())
                .isEqualTo("1 of 1 nodes are in shadow; of 1 disks that serve what is in shadow, 1 limit a tenant.");
    }

    @Test
    void tenantThatNoDiskLimits_wouldGetWhatItGets() {
        Outlook outlook =
                of(node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", false)));
        assertGets(outlook, GOLD, "10m");
        assertGets(outlook, ETL, "90m");
        assertThat(tenant(outlook, GOLD).sentence())
                .isEqualTo("Tenant gold gets 10.0 MiB/s and would get the same: no disk limits it.");
        assertThat(tenant(outlook, ETL).sentence())
                .isEqualTo("Tenant etl gets 90.0 MiB/s and would get the same: one disk limits it.");
    }

    @Test
    void tenantThatMayReadFromMemory_isNotSaidToLoseThat() {
        Outlook outlook =
                of(node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", false), usage(GOLD, 4, "10m", true)));
        assertThat(tenant(outlook, ETL).sentence())
                .isEqualTo("Tenant etl gets 90.0 MiB/s and would get at least 20.0 MiB/s: no disk limits it.");
    }

    @Test
    void diskThatGaveMoreWhenItWasScheduled_isExpectedToGiveThat() {
        Outlook outlook = of(
                node("dn1", Mode.SHADOW, Rate.parse("200m"), usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", true)));
        assertGets(outlook, ETL, "40m");
        assertGets(outlook, GOLD, "160m");
    }

    @Test
    void disks_areAddedUp_andOnlyThoseOfNodesInShadow() {
        Outlook outlook = of(
                node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", true)),
                node("dn2", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "10m", true)),
                node("dn3", Mode.ENFORCE, UNKNOWN, usage(ETL, 1, "50m", true)),
                node("dn4", Mode.OFF, UNKNOWN, usage(ETL, 1, "50m", true)));
        TenantOutlook etl = tenant(outlook, ETL);
        assertThat(etl.bytesPerSecond()).isEqualTo(bytes("100m"));
        assertGets(outlook, ETL, "100m");
        assertThat(etl.streams()).isEqualTo(4);
        assertThat(etl.disks()).isEqualTo(2);
        assertThat(outlook.summary()).startsWith("2 of 4 nodes are in shadow");
    }

    @Test
    void tenantThatHasOneDiskAlone_leavesTheOtherToWhomHasNothingElse() {
        Outlook outlook = of(
                node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", true)),
                node("dn2", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "100m", true)));
        assertThat(tenant(outlook, GOLD).enforcedBytesPerSecond()).isGreaterThan(bytes("95m"));
        assertThat(tenant(outlook, ETL).enforcedBytesPerSecond()).isBetween(bytes("100m"), bytes("105m"));
    }

    @Test
    void tenantInShadow_isComparedWithThoseThatAreScheduledBesideIt() {
        NodeReport node = node("dn1", Mode.ENFORCE, UNKNOWN, usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", true));
        Modes shadow = Modes.of(Optional.empty(), Map.of(), Map.of(ETL, Mode.SHADOW));
        Outlook outlook = Outlook.of(List.of(node), POLICY, Factors.NONE, shadow);
        assertGets(outlook, ETL, "20m");
        assertThat(outlook.summary()).startsWith("0 of 1 nodes are in shadow; of 1 disks");
    }

    @Test
    void reservationsAndLimits_areKept() {
        Policy reserving = POLICY.with(new TenantTerms(ETL, 1, Rate.parse("60m"), Rate.UNLIMITED));
        NodeReport node = node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 1, "90m", true), usage(GOLD, 4, "10m", true));
        assertGets(Outlook.of(List.of(node), reserving, Factors.NONE, Modes.NONE), ETL, "60m");
        Policy limiting = POLICY.with(new TenantTerms(GOLD, 4, Rate.ZERO, Rate.parse("30m")));
        assertGets(Outlook.of(List.of(node), limiting, Factors.NONE, Modes.NONE), GOLD, "30m");
    }

    @Test
    void tenantThatIsOff_isLeftOut_andAWeightIsThePolicys() {
        NodeReport node = node("dn1", Mode.SHADOW, UNKNOWN, usage(ETL, 0, "90m", true), usage(GOLD, -1, "10m", true));
        Modes off = Modes.of(Optional.empty(), Map.of(), Map.of(ETL, Mode.OFF));
        assertThat(Outlook.of(List.of(node), POLICY, Factors.NONE, off).tenants())
                .extracting(TenantOutlook::tenant)
                .containsExactly("gold");
        assertGets(of(node), GOLD, "80m");
    }

    @Test
    void clusterWithoutShadow_saysHowToBegin() {
        Outlook outlook = of(node("dn1", Mode.ENFORCE, UNKNOWN, usage(ETL, 1, "90m", true)));
        assertThat(outlook.tenants()).isEmpty();
        assertThat(outlook.summary()).contains("hdfs-throttle mode shadow");
    }
}
