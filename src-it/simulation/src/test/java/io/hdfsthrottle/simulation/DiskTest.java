package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What the modelled disks give to whom. */
final class DiskTest {

    private static final double SECONDS = 8;

    private final Timeline time = new Timeline();

    /** Bytes a second of so many readers that always have one request under way. */
    private double bytesPerSecond(DiskModel model, int readers, int bytes) {
        Disk disk = new Disk(model, time);
        for (int i = 1; i <= readers; i++) {
            new Reader(disk, i, bytes).wake();
        }
        time.runUntil((long) (SECONDS * 1e9));
        return disk.servedBytes() / SECONDS;
    }

    @Test
    void firstCome_givesItsRateToWhoeverAsks() {
        assertThat(bytesPerSecond(DiskModel.FIRST_COME, 3, 1 << 20)).isCloseTo(157e6, within(1e6));
    }

    @Test
    void hardDisk_givesItsRateToOneStream() {
        assertThat(bytesPerSecond(DiskModel.HARD_DISK, 1, 1 << 20)).isCloseTo(180e6, within(1e6));
    }

    @Test
    void hardDisk_seeksBetweenStreams() {
        double pieceSeconds = (1 << 20) / 180e6 + 0.008;
        assertThat(bytesPerSecond(DiskModel.HARD_DISK, 2, 1 << 20)).isCloseTo((1 << 20) / pieceSeconds, within(1e6));
    }

    @Test
    void nvme_isFilledByManyOnly() {
        assertThat(bytesPerSecond(DiskModel.NVME, 1, 128 << 10)).isCloseTo(1e9 / 32, within(1e6));
    }

    @Test
    void nvme_givesAllToMany() {
        assertThat(bytesPerSecond(DiskModel.NVME, 40, 128 << 10)).isCloseTo(981e6, within(1e6));
    }

    @Test
    void diskWithAnythingInFlight_isBusy() {
        Disk disk = new Disk(DiskModel.NVME, time);
        new Reader(disk, 1, 128 << 10).wake();
        time.runUntil(1_000_000_000);
        assertThat(disk.workedNanos()).isEqualTo(1_000_000_000);
    }

    @Test
    void slowedDisk_givesAPartOfItsRate() {
        Disk disk = new Disk(DiskModel.FIRST_COME, time);
        disk.speed(0.5);
        new Reader(disk, 1, 1 << 20).wake();
        time.runUntil(4_000_000_000L);
        assertThat(disk.servedBytes() / 4.0).isCloseTo(157e6 / 2, within(1e6));
    }

    private static final class Reader implements Actor {
        private final int bytes;
        private final Disk.Request request;

        Reader(Disk disk, long id, int bytes) {
            this.bytes = bytes;
            this.request = disk.request(id, false, this);
        }

        @Override
        public void wake() {
            request.submit(bytes);
        }
    }
}
