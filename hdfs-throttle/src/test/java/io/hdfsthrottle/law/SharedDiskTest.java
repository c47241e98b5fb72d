package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A disk on which another process reads, beside the scheduler. */
final class SharedDiskTest {

    private static final double RATE = 40 * MIB;
    private static final int FOREIGN_MIB = 16;

    private final ModelDisk disk = ModelDisk.steady(RATE);
    private final List<ModelDisk.Stream> light = new ArrayList<>();
    private final List<ModelDisk.Stream> heavy = new ArrayList<>();

    @BeforeEach
    void learn() {
        Branch one = disk.tenant(1);
        Branch other = disk.tenant(3);
        for (int i = 0; i < 7; i++) {
            light.add(disk.new Stream(one));
        }
        heavy.add(disk.new Stream(other));
        disk.runFor(5 * SECOND);
    }

    private static long bytes(List<ModelDisk.Stream> streams) {
        return streams.stream().mapToLong(stream -> stream.bytes).sum();
    }

    /** The part of the disk that both tenants get from now on. */
    private double part(int seconds) {
        long before = bytes(light) + bytes(heavy);
        disk.runFor(seconds * SECOND);
        return (bytes(light) + bytes(heavy) - before) / (seconds * RATE);
    }

    @Test
    void streamsBesideAForeignReader_getWhatTheirReadaheadEarns() {
        disk.foreignReads(FOREIGN_MIB);
        disk.scheduler.share(8, disk.now);
        disk.runFor(2 * SECOND);

        // 32 MiB outstanding beside 16.
        assertThat(part(10)).isCloseTo(2.0 / 3, within(0.05));
    }

    @Test
    void unlessToldOfIt_theSchedulerLosesAlmostEverythingToIt() {
        disk.foreignReads(FOREIGN_MIB);
        disk.runFor(2 * SECOND);

        assertThat(part(10)).isLessThan(0.2);
    }

    @Test
    void tenantsBesideAForeignReader_shareWhatIsLeftByWeight() {
        disk.foreignReads(FOREIGN_MIB);
        disk.scheduler.share(8, disk.now);
        disk.runFor(5 * SECOND);
        long lightBefore = bytes(light);
        long heavyBefore = bytes(heavy);
        disk.runFor(20 * SECOND);

        assertThat((bytes(heavy) - heavyBefore) / (double) (bytes(light) - lightBefore))
                .isCloseTo(3, within(0.3));
    }

    @Test
    void onceTheForeignReaderHasGone_theDiskIsFull_andTheWindowIsAsBefore() {
        long windowBefore = disk.scheduler.requests().window();
        disk.foreignReads(FOREIGN_MIB);
        disk.scheduler.share(8, disk.now);
        disk.runFor(10 * SECOND);
        disk.foreignReads(0);
        disk.scheduler.share(0, disk.now);
        disk.runFor(2 * SECOND);

        assertThat(disk.scheduler.requests().window()).isLessThanOrEqualTo(4 * windowBefore);
        assertThat(part(10)).isGreaterThan(0.97);
    }
}
