package io.hdfsthrottle.law;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the scheduler learns about disks, and how fast. */
final class LearningTest {

    private static final long LEARNING = 5 * SECOND;

    @Test
    void everyKindOfDisk_isFullWithinFiveSeconds() {
        assertThat(rate(ModelDisk.steady(60 * MIB))).isGreaterThan(0.98 * 60 * MIB);
        assertThat(rate(ModelDisk.steady(400 * MIB))).isGreaterThan(0.98 * 400 * MIB);
        assertThat(rate(ModelDisk.array(8, 150 * MIB))).isGreaterThan(0.9 * 8 * 150 * MIB);
        assertThat(rate(ModelDisk.flash(550e6, 90_000))).isGreaterThan(0.98 * 550e6);
        assertThat(rate(ModelDisk.flash(3200e6, 90_000))).isGreaterThan(0.98 * 3200e6);
    }

    @Test
    void diskThatSeeks_losesNoMoreThanAQuarterToSeeks() {
        assertThat(rate(ModelDisk.seeking(150 * MIB, 8_000_000))).isGreaterThan(0.75 * 150 * MIB);
    }

    @Test
    void diskThatSeeks_hasAQuantumAsLongAsAFewSeeks_andServesOneStreamAfterTheOther() {
        seeded(50, random -> {
            double bytesPerSecond = random.nextInt(80, 250) * MIB;
            long nanos = random.nextInt(4_000_000, 15_000_000);
            ModelDisk disk = ModelDisk.seeking(bytesPerSecond, nanos);
            rate(disk);
            assertThat((double) disk.scheduler.requests().quantum())
                    .as("%.0f MiB/s, %d ns", bytesPerSecond / MIB, nanos)
                    .isBetween(0.02 * bytesPerSecond, 0.036 * bytesPerSecond);
            assertThat(disk.scheduler.requests().isSerial()).isTrue();
        });
    }

    @Test
    void diskThatDoesNotSeek_hasNoQuantum_whateverTheKernelCallsIt() {
        for (boolean rotational : List.of(false, true)) {
            ModelDisk disk = ModelDisk.steady(150 * MIB);
            disk.scheduler.rotational(rotational);
            rate(disk);
            assertThat(disk.scheduler.requests().quantum()).isZero();
            assertThat(disk.scheduler.bytesPerSecond()).isCloseTo(150 * MIB, within(3 * MIB));
        }
    }

    @Test
    void streamAlone_fillsFlash() {
        ModelDisk disk = ModelDisk.flash(3200e6, 90_000);
        ModelDisk.Stream stream = disk.new Stream(disk.tenant(1));
        disk.runFor(LEARNING);
        long before = stream.bytes;
        disk.runFor(SECOND);
        assertThat((double) stream.bytes - before).isGreaterThan(0.95 * 3200e6);
    }

    /** Total rate of sixteen streams of two tenants, once the disk is learned. */
    private static double rate(ModelDisk disk) {
        List<ModelDisk.Stream> streams = new ArrayList<>();
        for (Branch tenant : List.of(disk.tenant(1), disk.tenant(3))) {
            for (int i = 0; i < 8; i++) {
                streams.add(disk.new Stream(tenant));
            }
        }
        disk.runFor(LEARNING);
        long before = streams.stream().mapToLong(stream -> stream.bytes).sum();
        disk.runFor(10 * SECOND);
        return (streams.stream().mapToLong(stream -> stream.bytes).sum() - before) / 10.0;
    }
}
