package io.hdfsthrottle.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeDisk;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.usage.DiskFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VolumeDisksTest {

    @TempDir
    Path folder;

    @TempDir
    Path sys;

    private VolumeDisks disks;

    @BeforeEach
    void none() {
        disks = new VolumeDisks(sys, ControlFiles.ofKernel());
    }

    @Test
    void volume_liesOnAWholeDisk_ofWhichItMayBeAPartition() {
        FakeDisk fake = FakeDisk.partition(sys, folder);
        fake.queue("rotational", "1");
        fake.put(sys.resolve("devices/sda/size"), "7814037168");

        disks.refresh(List.of(Volume.of("DS-1", folder)));

        assertThat(disks.of("DS-1"))
                .contains(DiskFacts.of("8:0", Optional.of(true), OptionalLong.of(7_814_037_168L * 512)));
    }

    @Test
    void whatTheKernelDoesNotSay_isNotKnown() {
        FakeDisk fake = FakeDisk.whole(sys, folder);
        fake.put(sys.resolve("dev/block").resolve(fake.number()).resolve("size"), "many");

        disks.refresh(List.of(Volume.of("DS-1", folder), Volume.of("DS-2", null)));

        DiskFacts known = disks.of("DS-1").orElseThrow();
        assertThat(known.device()).isEqualTo(fake.number());
        assertThat(known.rotational()).isEmpty();
        assertThat(known.bytes()).isEmpty();
        assertThat(disks.of("DS-2")).isEmpty();
    }

    @Test
    void volumeThatIsGone_isForgotten_andOneThatComesAgainIsLookedAtAnew() {
        FakeDisk fake = FakeDisk.whole(sys, folder);
        fake.queue("rotational", "1");
        Volume volume = Volume.of("DS-1", folder);
        disks.refresh(List.of(volume));
        fake.queue("rotational", "0");
        disks.refresh(List.of(volume));
        assertThat(disks.of("DS-1").flatMap(DiskFacts::rotational)).contains(true);

        disks.refresh(List.of(Volume.of("DS-1", folder)));
        assertThat(disks.of("DS-1").flatMap(DiskFacts::rotational)).contains(false);
        disks.refresh(List.of());
        assertThat(disks.of("DS-1")).isEmpty();
    }
}
