package io.hdfsthrottle.law;

import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.MILLI;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Disk I/O outside the scheduler counts in the share of its tenant. */
final class BesideTest {

    private static final double RATE = 150 * MIB;

    private final ModelDisk disk = ModelDisk.steady(RATE);

    /** Charges I/O every 100 ms until then; the disk time that it takes from other streams is not modelled. */
    private void beside(Branch branch, double bytesPerSecond, long until) {
        for (long time = 100 * MILLI; time < until; time += 100 * MILLI) {
            disk.at(time, () -> disk.scheduler.chargeBeside(branch, (long) (bytesPerSecond / 10), disk.now));
        }
    }

    @Test
    void localAndHdfs_areOneShare() {
        Branch gold = disk.tenant(4);
        Branch bronze = disk.tenant(1);
        Branch application = bronze.branch();
        ModelDisk.Stream reads = disk.new Stream(gold.branch());
        ModelDisk.Stream others = disk.new Stream(application);
        beside(application, 20 * MIB, 30 * SECOND);
        disk.runFor(10 * SECOND);
        double before = reads.bytes;
        double beforeOthers = others.bytes;
        disk.runFor(10 * SECOND);
        double goldRate = (reads.bytes - before) / 10;
        double bronzeRate = (others.bytes - beforeOthers) / 10;
        assertThat(goldRate + bronzeRate).isGreaterThan(0.98 * RATE);
        assertThat(goldRate).isCloseTo(4 * (bronzeRate + 20 * MIB), within(0.02 * goldRate));
    }

    @Test
    void whoTookMuch_isServedSoonAfterItStops() {
        Branch gold = disk.tenant(1);
        Branch bronze = disk.tenant(1);
        ModelDisk.Stream reads = disk.new Stream(gold.branch());
        beside(bronze, 10 * RATE, 60 * SECOND);
        disk.runFor(60 * SECOND);
        assertThat(reads.bytes).isPositive();
        ModelDisk.Stream others = disk.new Stream(bronze.branch());
        disk.runFor(3 * SECOND);
        double before = others.bytes;
        disk.runFor(10 * SECOND);
        assertThat((others.bytes - before) / 10).isCloseTo(RATE / 2, within(0.02 * RATE));
    }

    @Test
    void alone_nothingIsLost() {
        Branch gold = disk.tenant(1);
        ModelDisk.Stream reads = disk.new Stream(gold.branch());
        beside(gold, 50 * MIB, 20 * SECOND);
        disk.runFor(5 * SECOND);
        double before = reads.bytes;
        disk.runFor(10 * SECOND);
        assertThat((reads.bytes - before) / 10).isGreaterThan(0.98 * RATE);
    }
}
