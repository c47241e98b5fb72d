package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeDisk;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskTest {

    private final ControlFiles files = ControlFiles.ofKernel();

    @TempDir
    Path folder;

    @TempDir
    Path sys;

    private Disk disk() {
        return BlockDevice.below(folder, sys).orElseThrow().disk();
    }

    @Test
    void scheduler_isTheOneInBrackets_andLookedUpEachTime() {
        FakeDisk fake = FakeDisk.whole(sys, folder).scheduledBy("mq-deadline");
        assertThat(disk().scheduler(files)).contains("mq-deadline");
        Disk before = disk();
        fake.scheduledBy("bfq");
        assertThat(before.scheduler(files)).contains("bfq");
    }

    @Test
    void partition_isScheduledAndCountedAsItsWholeDisk() {
        FakeDisk.partition(sys, folder).scheduledBy("bfq");
        assertThat(disk().number()).isEqualTo("8:0");
        assertThat(disk().scheduler(files)).contains("bfq");
    }

    @Test
    void textWithoutBrackets_isNoScheduler() {
        FakeDisk.whole(sys, folder).queue("scheduler", "none");
        assertThat(disk().scheduler(files)).isEmpty();
    }
}
