package io.hdfsthrottle.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnscheduledIoTest {

    private static final long MIB = 1 << 20;
    private static final String DEVICE = "8:0";

    @TempDir
    Path proc;

    private UnscheduledIo unscheduled;
    private long moved;
    private long charged;

    @BeforeEach
    void begin() throws IOException {
        unscheduled = new UnscheduledIo(ControlFiles.ofKernel(), proc);
        assertThat(second(0, 0)).isEmpty();
    }

    /** The volumes on shared disks after a second in which the disk moved so much, and tenants were charged so much. */
    private Set<String> second(long disk, long tenants) throws IOException {
        moved += disk * MIB;
        charged += tenants * MIB;
        Files.writeString(
                proc.resolve("diskstats"), String.format("   8       0 sda 10 0 %d 5 10 0 0 5 0 0 0%n", moved / 512));
        VolumeActivity one = VolumeActivity.of("DS-1", DiskState.UNKNOWN, List.of(tenant(charged)));
        VolumeActivity elsewhere = VolumeActivity.of("DS-2", DiskState.UNKNOWN, List.of());
        return unscheduled.volumes(
                List.of(one, elsewhere), volume -> volume.equals("DS-1") ? Optional.of(DEVICE) : Optional.empty());
    }

    private static TenantActivity tenant(long bytes) {
        return TenantActivity.of(Terms.ofWeight(Tenant.named("etl"), 1), new Entitlement(Rate.ZERO, Rate.UNLIMITED))
                .moved(bytes, bytes)
                .build();
    }

    @Test
    void diskOfTenantsAlone_isNotShared() throws IOException {
        for (int i = 0; i < 10; i++) {
            assertThat(second(100, 85)).isEmpty();
        }
    }

    @Test
    void diskThatMostlyServesOthers_isSharedAfterTwoSeconds_untilTheyHaveGoneForTwo() throws IOException {
        assertThat(second(100, 20)).isEmpty();
        assertThat(second(100, 20)).containsExactly("DS-1");
        assertThat(second(100, 75)).containsExactly("DS-1");
        assertThat(second(100, 95)).containsExactly("DS-1");
        assertThat(second(100, 95)).isEmpty();
    }

    @Test
    void writeBackOfASecond_isNotOthersIo() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(second(0, 100)).isEmpty();
            assertThat(second(100, 0)).isEmpty();
        }
    }

    @Test
    void idleDisk_isNotShared() throws IOException {
        for (int i = 0; i < 5; i++) {
            moved += 4096;
            assertThat(second(0, 0)).isEmpty();
        }
    }

    @Test
    void diskThatTheKernelDoesNotShow_isNotShared() throws IOException {
        Files.writeString(proc.resolve("diskstats"), "");
        assertThat(unscheduled.volumes(
                        List.of(VolumeActivity.of("DS-1", DiskState.UNKNOWN, List.of(tenant(0)))),
                        volume -> Optional.of(DEVICE)))
                .isEmpty();
    }
}
