package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DiskAccountTest {

    private final DiskAccount disk = new DiskAccount();

    private void minute(double total, double hdfs, double executors) {
        for (int second = 0; second < 60; second++) {
            disk.total.add(total, 1);
            disk.hdfs.add(hdfs, 1);
            disk.executors.add(executors, 1);
        }
    }

    @Test
    void whatNobodyClaims_isNotDivided() {
        minute(40e6, 10e6, 22e6);
        assertThat(disk.divisible().bytesPerSecond()).isCloseTo(32_000_000, within(100_000L));
    }

    @Test
    void diskThatCouldDoMore_isDividedAsFarAsItIsKnown() {
        disk.volumes.add(
                VolumeActivity.of("DS-1", DiskState.configured(Rate.ofBytesPerSecond(100_000_000)), List.of()));
        minute(40e6, 10e6, 22e6);
        assertThat(disk.divisible().bytesPerSecond()).isCloseTo(92_000_000, within(100_000L));
    }

    @Test
    void hdfsThatIsChargedMoreThanTheDiskDid_leavesNothingUnclaimed() {
        minute(40e6, 50e6, 0);
        assertThat(disk.divisible().bytesPerSecond()).isCloseTo(40_000_000, within(100_000L));
    }
}
