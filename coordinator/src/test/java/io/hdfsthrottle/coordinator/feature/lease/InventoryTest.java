package io.hdfsthrottle.coordinator.feature.lease;

import static io.hdfsthrottle.coordinator.feature.lease.Nodes.NOW;
import static io.hdfsthrottle.coordinator.feature.lease.Nodes.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InventoryTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");

    @Test
    void volumesThatShareADevice_areOneDisk() {
        Inventory inventory = Nodes.inventory(List.of(Nodes.node(
                "dn1",
                List.of(volume("DS-2", "8:0", "90m"), volume("DS-1", "8:0", "100m"), volume("DS-3", "259:0", "1g")))));

        assertThat(inventory.disks()).hasSize(2);
        Disk first = inventory.disk(new DiskName("dn1", List.of("DS-2"))).orElseThrow();
        assertThat(first.name()).isEqualTo(new DiskName("dn1", List.of("DS-1", "DS-2")));
        assertThat(first.kind()).isEqualTo(DiskKind.HDD);
        assertThat(first.rate()).contains(Rate.parse("100m"));
        assertThat(first.bytes()).hasValue(4_000_000_000_000L);
        assertThat(inventory
                        .disk(new DiskName("dn1", List.of("DS-3")))
                        .orElseThrow()
                        .kind())
                .isEqualTo(DiskKind.SSD);
    }

    @Test
    void volumeWithoutADevice_isSeenAndNotLeasable_andWhatIsNoVolumeIsNotSeen() {
        List<VolumeUsage> volumes =
                List.of(VolumeUsage.of("DS-1", null, List.of()), VolumeUsage.of("unknown", null, List.of()));
        assertThat(Nodes.inventory(List.of(Nodes.node("dn1", volumes))).disks())
                .singleElement()
                .satisfies(disk -> {
                    assertThat(disk.kind()).isEqualTo(DiskKind.UNKNOWN);
                    assertThat(disk.isLeasable()).isFalse();
                });
    }

    @Test
    void disksOfASilentNode_areBrokenUntilItReports_andForgottenWithIt() {
        NodeReport node = Nodes.alike(1, 2).get(0);
        Inventory silent = Nodes.inventory(List.of(node)).seen(List.of(Nodes.silent(node)), NOW + 20);

        assertThat(silent.disks()).hasSize(2).allSatisfy(disk -> assertThat(
                        DiskLine.of(disk, Optional.empty()).state())
                .isEqualTo(DiskLine.State.BROKEN));
        assertThat(silent.seen(List.of(node), NOW + 21).disks()).allMatch(Disk::isLeasable);
        assertThat(silent.seen(List.of(), NOW + 700).disks()).isEmpty();
    }

    @Test
    void diskThatIsReportedNoMore_isBrokenAfterAWhile() {
        List<NodeReport> both = Nodes.alike(1, 2);
        List<NodeReport> one = Nodes.alike(1, 1);
        Inventory missing = Nodes.inventory(both).seen(one, NOW + Inventory.MISSING);
        assertThat(missing.disks()).hasSize(2).allMatch(Disk::isLeasable);

        Inventory gone = missing.seen(one, NOW + Inventory.MISSING + 1);
        assertThat(gone.disks()).filteredOn(Disk::isLeasable).hasSize(1);
        assertThat(gone.disks())
                .filteredOn(disk -> !disk.isLeasable())
                .singleElement()
                .satisfies(disk -> assertThat(disk.trouble()).contains("reports it no more"));
        assertThat(gone.seen(both, NOW + 60).disks()).hasSize(2).allMatch(Disk::isLeasable);
    }

    @Test
    void leasedDisk_drainsWhileOthersUseIt() {
        VolumeUsage used = VolumeUsage.of("DS-1", null, List.of(usage(ETL, "10m"), usage(GOLD, "3m")))
                .on(volume("DS-1", "8:0", "1m").device().orElseThrow());
        Disk disk = Nodes.inventory(List.of(Nodes.node("dn1", List.of(used))))
                .disks()
                .get(0);

        DiskLine ofEtl = DiskLine.of(disk, Optional.of(lease(ETL, disk)));
        assertThat(ofEtl.state()).isEqualTo(DiskLine.State.DRAINING);
        assertThat(ofEtl.strangers()).isEqualTo(3 << 20);
        Disk alone = Nodes.inventory(List.of(Nodes.node(
                        "dn1",
                        List.of(VolumeUsage.of("DS-1", null, List.of(usage(ETL, "10m")))
                                .on(used.device().orElseThrow())))))
                .disks()
                .get(0);
        assertThat(DiskLine.of(alone, Optional.of(lease(ETL, alone))).state()).isEqualTo(DiskLine.State.LEASED);
        assertThat(DiskLine.of(disk, Optional.empty()).state()).isEqualTo(DiskLine.State.SHARED);
    }

    private static TenantUsage usage(Tenant tenant, String rate) {
        return TenantUsage.of(tenant, 1, 0, Rate.parse(rate), Rate.ZERO, false, Duration.ZERO);
    }

    private static Lease lease(Tenant tenant, Disk disk) {
        LeaseRequest ask =
                new LeaseRequest(tenant, "alice", 1, 1, Optional.empty(), Duration.ofHours(1), Duration.ZERO);
        return Lease.waiting("lease-1", ask, "alice", NOW).granted(List.of(disk.name()), NOW, LeaseSettings.OFF);
    }
}
