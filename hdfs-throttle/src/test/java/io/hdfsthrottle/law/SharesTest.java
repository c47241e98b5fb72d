package io.hdfsthrottle.law;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static io.hdfsthrottle.law.ModelDisk.MIB;
import static io.hdfsthrottle.law.ModelDisk.MILLI;
import static io.hdfsthrottle.law.ModelDisk.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the scheduler divides a disk among tenants, applications and streams. */
final class SharesTest {

    private static final double RATE = 150 * MIB;
    private static final long LEARNING = 5 * SECOND;

    private final ModelDisk disk = ModelDisk.steady(RATE);

    @Test
    void shares_followWeights_whateverTheThreads() {
        seeded(150, random -> {
            ModelDisk any = ModelDisk.steady(RATE);
            List<Double> weights = new ArrayList<>();
            List<List<ModelDisk.Stream>> tenants = new ArrayList<>();
            for (int i = random.nextInt(2, 6); i > 0; i--) {
                weights.add((double) random.nextInt(1, 11));
                tenants.add(streams(any, any.tenant(weights.get(weights.size() - 1)), random.nextInt(1, 17)));
            }
            any.runFor(LEARNING);
            long[] before = tenants.stream().mapToLong(SharesTest::bytes).toArray();
            any.runFor(10 * SECOND);
            double all = 0;
            for (int i = 0; i < before.length; i++) {
                all += bytes(tenants.get(i)) - before[i];
            }
            double sum = weights.stream().mapToDouble(weight -> weight).sum();
            for (int i = 0; i < before.length; i++) {
                double due = all * weights.get(i) / sum;
                double got = bytes(tenants.get(i)) - before[i];
                assertThat(got)
                        .as(weights + ", tenant " + i)
                        .isCloseTo(
                                due,
                                within(0.005 * due + any.scheduler.requests().piece()));
            }
            assertThat(any.wasIdleWhileWanted())
                    .as("idle although somebody waited")
                    .isFalse();
        });
    }

    @Test
    void applicationsOfATenant_shareEqually_whateverTheirThreads() {
        Branch tenant = disk.tenant(1);
        List<ModelDisk.Stream> one = streams(disk, tenant.branch(), 1);
        List<ModelDisk.Stream> many = streams(disk, tenant.branch(), 9);
        disk.runFor(15 * SECOND);
        assertThat((double) bytes(one)).isCloseTo((double) bytes(many), within(0.01 * bytes(many)));
    }

    @Test
    void streamThatWants_isServedInEveryHalfSecond_besideAnyCrowd() {
        List<ModelDisk.Stream> crowd = streams(disk, disk.tenant(5), 64);
        ModelDisk.Stream light = disk.new Stream(disk.tenant(1));
        disk.runFor(LEARNING);
        for (int i = 0; i < 50; i++) {
            long before = light.bytes;
            disk.runFor(500 * MILLI);
            assertThat(light.bytes - before).isGreaterThan((long) (0.8 * RATE / 12));
        }
        assertThat(bytes(crowd)).isPositive();
    }

    @Test
    void returningTenant_hasItsShareWithin300Millis_andShutsNobodyOut() {
        ModelDisk.Stream stays = disk.new Stream(disk.tenant(1));
        ModelDisk.Stream leaves = disk.new Stream(disk.tenant(1));
        disk.runFor(LEARNING);
        leaves.stop();
        disk.runFor(10 * SECOND);
        leaves.start();
        long before = leaves.bytes;
        long others = stays.bytes;
        disk.runFor(300 * MILLI);
        assertThat(leaves.bytes - before).isGreaterThan((long) (0.95 * 0.3 * RATE / 2));
        disk.runFor(700 * MILLI);
        assertThat(stays.bytes - others).isGreaterThan((long) (0.75 * RATE / 2));
    }

    @Test
    void tenantWhoseWeightRises_isServedByItAtOnce_howeverSmallItWas() {
        ModelDisk.Stream heavy = disk.new Stream(disk.tenant(1));
        Branch changing = disk.tenant(0.0002);
        ModelDisk.Stream light = disk.new Stream(changing);
        disk.runFor(LEARNING);
        disk.scheduler.terms(changing, 1, Rate.ZERO, Rate.UNLIMITED);
        long before = light.bytes;
        long others = heavy.bytes;
        disk.runFor(300 * MILLI);
        double inTheDisk =
                disk.scheduler.requests().window() + disk.scheduler.requests().piece();
        assertThat((double) light.bytes - before).isCloseTo((double) (heavy.bytes - others), within(inTheDisk));
    }

    @Test
    void tenantWhoseWeightFalls_isServedByItAtOnce() {
        ModelDisk.Stream stays = disk.new Stream(disk.tenant(1));
        Branch changing = disk.tenant(1);
        ModelDisk.Stream falls = disk.new Stream(changing);
        disk.runFor(LEARNING);
        disk.scheduler.terms(changing, 0.1, Rate.ZERO, Rate.UNLIMITED);
        long before = falls.bytes;
        long others = stays.bytes;
        disk.runFor(SECOND);
        assertThat((falls.bytes - before) / (double) (stays.bytes - others)).isCloseTo(0.1, within(0.01));
    }

    @Test
    void randomReader_getsItsDue_besideStreams() {
        ModelDisk.Stream reader = disk.new Stream(disk.tenant(1), 64 << 10, 250_000);
        List<ModelDisk.Stream> two = streams(disk, disk.tenant(1), 2);
        List<ModelDisk.Stream> eight = streams(disk, disk.tenant(1), 8);
        disk.runFor(3 * LEARNING);
        long before = reader.bytes;
        disk.runFor(10 * SECOND);
        assertThat(reader.bytes - before).isGreaterThan((long) (0.9 * 10 * RATE / 3));
        assertThat(bytes(two)).isCloseTo(bytes(eight), within(bytes(eight) / 50));
    }

    @Test
    void pieceFromMemory_costsNothing() {
        Branch both = disk.tenant(1);
        ModelDisk.Stream fromMemory = disk.new Stream(both, 64 << 10, 0, true);
        ModelDisk.Stream fromDisk = disk.new Stream(both);
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        disk.runFor(LEARNING);
        long before = fromDisk.bytes;
        long others = other.bytes;
        disk.runFor(5 * SECOND);
        assertThat((double) fromDisk.bytes - before)
                .isCloseTo((double) (other.bytes - others), within(0.01 * (other.bytes - others)));
        double packets = (double) disk.scheduler.requests().piece() / (64 << 10);
        assertThat((double) fromMemory.bytes)
                .isGreaterThan(0.9 * other.bytes / packets); // one with each piece of others
    }

    @Test
    void lostCompletion_stopsTheDiskForNoLongerThanItIsWaitedFor() {
        ModelDisk.Stream stream = disk.new Stream(disk.tenant(1));
        disk.runFor(LEARNING);
        disk.loseOne();
        disk.runFor(Scheduler.LOST_NANOS + SECOND / 10);
        ModelDisk.Stream other = disk.new Stream(disk.tenant(1));
        disk.runFor(SECOND);
        assertThat(other.bytes).isGreaterThan((long) (0.4 * RATE));
        assertThat(stream.bytes).isPositive();
    }

    private static List<ModelDisk.Stream> streams(ModelDisk disk, Branch branch, int number) {
        List<ModelDisk.Stream> streams = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            streams.add(disk.new Stream(branch));
        }
        return streams;
    }

    private static long bytes(List<ModelDisk.Stream> streams) {
        return streams.stream().mapToLong(stream -> stream.bytes).sum();
    }
}
