package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.fakes.FakeDisk;
import io.hdfsthrottle.fakes.FakeProcess;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.DiskUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelDiskWatchTest {

    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    @TempDir
    private Path sys;

    private FakeDisk disk;
    private KernelDiskWatch watch;

    @BeforeEach
    void somebodyHasLooked() throws IOException {
        disk = FakeDisk.whole(sys, folder).worked(1_000, 800, 400);
        watch = new KernelDiskWatch(
                BlockDevice.below(folder, sys).orElseThrow(),
                new DiskWaits(new Threads(folder.resolve("proc")), FakeProcess.mayOpen(folder, 0)));
        watch.look(0);
    }

    private void sees(DiskUse use, double busy, long bytes) {
        assertThat(use.busy()).isCloseTo(busy, within(1e-9));
        assertThat(use.bytes()).isEqualTo(bytes);
    }

    @Test
    void readsAndWrites_countTogether_sinceTheLastLook() {
        disk.worked(1_040, 900, 500);
        sees(watch.look(50 * MILLI), 0.8, 200 * 512);
        sees(watch.look(100 * MILLI), 0, 0);
    }

    @Test
    void lookTooSoon_saysBusyAsBefore_andItsBytesAreToldTheNextTime() {
        disk.worked(1_040, 900, 500);
        watch.look(50 * MILLI);
        disk.worked(1_050, 901, 500);
        sees(watch.look(60 * MILLI), 0.8, 0);
        disk.worked(1_065, 902, 500);
        sees(watch.look(100 * MILLI), 0.5, 2 * 512);
    }

    @Test
    void countersThatBeginAnew_areNoWork() {
        disk.worked(3, 2, 2);
        sees(watch.look(50 * MILLI), 0, 0);
    }

    @Test
    void diskThatIsGone_isSeenToDoNothing() throws IOException {
        Files.delete(disk.stat());
        sees(watch.look(50 * MILLI), 0, 0);
        disk.put(disk.stat(), "not what the kernel writes");
        sees(watch.look(100 * MILLI), 0, 0);
    }
}
