package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What the memory in front of a disk takes, and when the disk does it. */
final class WriteBackTest {

    private final Timeline time = new Timeline();
    private final Disk disk = new Disk(DiskModel.FIRST_COME, time);
    private final WriteBack memory = new WriteBack(disk);

    private int taken() {
        int taken = 0;
        while (memory.room(() -> {})) {
            taken++;
        }
        return taken;
    }

    @Test
    void little_isKeptInMemory() {
        assertThat(memory.room(() -> {})).isTrue();
        time.runUntil(1_000_000_000);
        assertThat(disk.servedBytes()).isZero();
    }

    @Test
    void tooMuch_isNotTaken() {
        assertThat(taken()).isEqualTo(64);
    }

    @Test
    void burst_writesAll() {
        taken();
        time.runUntil(1_000_000_000);
        assertThat(disk.servedBytes()).isGreaterThanOrEqualTo(64L << 20);
    }

    @Test
    void writerThatNeverEnds_getsTheRateOfTheDisk() {
        new Endless().wake();
        time.runUntil(8_000_000_000L);
        assertThat(disk.servedBytes() / 8.0).isCloseTo(157e6, within(1e6));
    }

    private final class Endless implements Actor {
        @Override
        public void wake() {
            while (memory.room(this)) {
                assertThat(time.nanos()).isNotNegative();
            }
        }
    }
}
