package io.hdfsthrottle.bench.scenario.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FullDisksTest {

    private long nanos;
    private final FullDisks disks = new FullDisks("dn1:9866", false, () -> nanos);

    @Test
    void disk_givesItsCapacityToThoseWhoHaveSomethingToDo() {
        nanos = 1_000_000_000;
        List<VolumeUsage> first = disks.usage(Grant.NOBODY, 2);
        nanos = 3_000_000_000L;
        List<VolumeUsage> second = disks.usage(Grant.NOBODY, -1);

        List<TenantUsage> before = List.copyOf(first.get(0).tenants());
        List<TenantUsage> after = List.copyOf(second.get(0).tenants());
        assertThat(before.get(2).backlogged()).isFalse();
        assertThat(before.get(2).bytes()).isZero();
        assertThat(before.get(1).rate()).isEqualTo(Rate.ofBytesPerSecond(30_000_000));
        assertThat(before.get(1).bytes()).isEqualTo(30_000_000);
        assertThat(after.get(1).bytes()).isEqualTo(80_000_000);
    }
}
