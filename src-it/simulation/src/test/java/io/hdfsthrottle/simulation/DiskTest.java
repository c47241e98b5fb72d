package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The modelled disks give what they are said to give. */
final class DiskTest {

    private static final int PIECE = 1 << 20;

    @Test
    void eachDisk_movesWhatItsNameSays_whenAskedForMuchInSequence() {
        for (Device device : Device.all()) {
            double named = device.arms() * device.bytesPerSecond();
            if (!device.isRestless()) {
                assertThat(rate(device, 64, true)).as(device.name()).isCloseTo(named, within(0.02 * named));
            }
        }
    }

    @Test
    void restlessDisk_losesTimeEvenInSequence_becauseRequestsOvertakeOneAnother() {
        Device restless =
                Device.all().stream().filter(Device::isRestless).findFirst().orElseThrow();
        double named = restless.bytesPerSecond();
        assertThat(rate(restless, 64, true)).isBetween(0.4 * named, 0.8 * named);
    }

    @Test
    void seekingDisk_losesASeekForEachPieceThatLiesElsewhere() {
        Device seeking = Device.all().stream().filter(Device::seeks).findFirst().orElseThrow();
        double nanos = 8e6 + PIECE * 1e9 / seeking.bytesPerSecond();
        assertThat(rate(seeking, 4, false)).isCloseTo(PIECE * 1e9 / nanos, within(1e6));
    }

    @Test
    void flash_isFasterTheMoreItIsAskedForAtOnce() {
        Device flash = Device.all().stream()
                .filter(each -> each.name().startsWith("NVMe"))
                .findFirst()
                .orElseThrow();
        assertThat(rate(flash, 1, true)).isLessThan(0.8 * rate(flash, 2, true));
    }

    @Test
    void sameSeed_givesTheSameFigures() {
        var disks = Device.all().subList(1, 2);
        var scenarios = Scenario.all().subList(0, 1);
        assertThat(Report.of(disks, scenarios, 1)).isEqualTo(Report.of(disks, scenarios, 1));
    }

    /** Bytes a second with so many pieces of a mebibyte under way. */
    private static double rate(Device device, int atOnce, boolean sequential) {
        Timeline time = new Timeline();
        Disk disk = new Disk(device, time, new SplittableRandom(1));
        AtomicLong done = new AtomicLong();
        AtomicLong asked = new AtomicLong();
        for (int i = 0; i < atOnce; i++) {
            request(disk, sequential ? 1 : 3, asked, done);
        }
        time.runUntil(1_000_000_000L);
        return done.get();
    }

    private static void request(Disk disk, int step, AtomicLong asked, AtomicLong done) {
        disk.request(asked.addAndGet((long) step * PIECE), PIECE, unused -> {}, () -> {
            done.addAndGet(PIECE);
            request(disk, step, asked, done);
        });
    }
}
