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

/** Applications and their parts: weights, limits and reservations below the tenant. */
final class PartsTest {

    private static final double RATE = 150 * MIB;
    private static final Rate TEN = Rate.parse("10m");
    private static final Rate THIRTY = Rate.parse("30m");

    private final ModelDisk disk = ModelDisk.steady(RATE);

    @Test
    void poolsOfAnApplication_shareByTheirWeights_whateverTheirStreams() {
        Branch application = disk.tenant(1).branch();
        Branch heavy = application.branch();
        disk.scheduler.partTerms(heavy, 3, Rate.ZERO, Rate.UNLIMITED);
        List<ModelDisk.Stream> three = streams(heavy, 1);
        List<ModelDisk.Stream> one = streams(application.branch(), 8);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(three, one));
        assertThat(got[0]).isCloseTo(3 * got[1], within(0.02 * got[0]));
        assertThat(got[0] + got[1]).isGreaterThan(0.98 * RATE);
    }

    @Test
    void tasks_keepToTheirLimit_andTheOthersHaveTheRest() {
        Branch tenant = disk.tenant(1);
        List<ModelDisk.Stream> free = streams(tenant.branch(), 1);
        Branch limited = tenant.branch();
        List<List<ModelDisk.Stream>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(streams(limited(limited.branch(), TEN), 1 + i));
        }
        disk.runFor(5 * SECOND);
        tasks.add(free);
        double[] got = rates(10, tasks);
        for (int i = 0; i < 4; i++) {
            assertThat(got[i]).isCloseTo(10 * MIB, within(0.01 * 10 * MIB));
        }
        assertThat(got[4]).isGreaterThan(0.98 * (RATE - 40 * MIB));
    }

    @Test
    void limitAboveTheShare_addsNothing() {
        Branch tenant = disk.tenant(1);
        List<ModelDisk.Stream> limited = streams(limited(tenant.branch(), Rate.parse("100m")), 8);
        List<ModelDisk.Stream> free = streams(tenant.branch(), 1);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(limited, free));
        assertThat(got[0]).isCloseTo(got[1], within(0.01 * got[1]));
    }

    @Test
    void partOfALimitedPart_isHeldByBothLimits() {
        Branch application = limited(disk.tenant(1).branch(), THIRTY);
        List<ModelDisk.Stream> task = streams(limited(application.branch(), TEN), 2);
        List<ModelDisk.Stream> rest = streams(application.branch(), 2);
        List<ModelDisk.Stream> others = streams(disk.tenant(1), 2);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(task, rest));
        assertThat(got[0]).isCloseTo(10 * MIB, within(0.01 * 10 * MIB));
        assertThat(got[1]).isCloseTo(20 * MIB, within(0.01 * 20 * MIB));
        assertThat(bytes(others)).isPositive();
    }

    @Test
    void everythingLimited_leavesTheDiskIdle_withoutBusyWaiting() {
        Branch tenant = disk.tenant(1);
        List<ModelDisk.Stream> limited = streams(limited(tenant.branch(), TEN), 3);
        disk.runFor(5 * SECOND);
        assertThat(rates(10, List.of(limited))[0]).isCloseTo(10 * MIB, within(0.01 * 10 * MIB));
        disk.runFor(10 * MILLI); // between two pieces, of 50 ms each
        assertThat(disk.scheduler.dispatch(disk.now)).isEmpty();
        assertThat(disk.scheduler.nextDueNanos(disk.now)).isGreaterThan(disk.now);
        assertThat(tenant.isBacklogged()).as("more bandwidth would not help").isFalse();
    }

    @Test
    void limits_thatAreSwapped_holdWithin200Millis() {
        Branch tenant = disk.tenant(1);
        Branch one = limited(tenant.branch(), THIRTY);
        Branch other = limited(tenant.branch(), TEN);
        List<ModelDisk.Stream> ofOne = streams(one, 2);
        List<ModelDisk.Stream> ofOther = streams(other, 2);
        disk.runFor(5 * SECOND);
        limited(one, TEN);
        limited(other, THIRTY);
        disk.runFor(200 * MILLI);
        double[] got = rates(5, List.of(ofOne, ofOther));
        assertThat(got[0]).isCloseTo(10 * MIB, within(0.02 * 10 * MIB));
        assertThat(got[1]).isCloseTo(30 * MIB, within(0.02 * 30 * MIB));
    }

    @Test
    void limitThatIsLifted_isLiftedAtOnce() {
        Branch tenant = disk.tenant(1);
        Branch part = limited(tenant.branch(), TEN);
        List<ModelDisk.Stream> streams = streams(part, 4);
        disk.runFor(5 * SECOND);
        limited(part, Rate.UNLIMITED);
        assertThat(rates(2, List.of(streams))[0]).isGreaterThan(0.95 * RATE);
    }

    @Test
    void limits_holdNobodyElseBack_whateverTheTree() {
        seeded(60, random -> {
            ModelDisk any = ModelDisk.steady(RATE);
            List<Double> limits = new ArrayList<>();
            List<List<ModelDisk.Stream>> parts = new ArrayList<>();
            for (int tenants = random.nextInt(1, 4); tenants > 0; tenants--) {
                Branch tenant = any.tenant(random.nextInt(1, 5));
                for (int applications = random.nextInt(1, 4); applications > 0; applications--) {
                    Branch branch = tenant.branch();
                    for (int deeper = random.nextInt(3); deeper > 0; deeper--) {
                        branch = branch.branch();
                    }
                    Rate limit = random.nextBoolean() ? Rate.UNLIMITED : Rate.parse(random.nextInt(1, 40) + "m");
                    any.scheduler.partTerms(branch, random.nextInt(1, 4), Rate.ZERO, limit);
                    limits.add((double) limit.bytesPerSecond());
                    parts.add(streams(any, branch, random.nextInt(1, 6)));
                }
            }
            any.runFor(5 * SECOND);
            double[] got = rates(any, 5, parts);
            double all = 0;
            double most = 0;
            for (int i = 0; i < got.length; i++) {
                assertThat(got[i]).isLessThan(1.02 * limits.get(i));
                all += got[i];
                most += limits.get(i);
            }
            assertThat(all).isGreaterThan(0.97 * Math.min(RATE, most));
        });
    }

    @Test
    void reservationOfAnApplication_countsWithinItsTenants() {
        disk.scheduler.reservations(60 * MIB);
        Branch tenant = disk.tenant(1, Rate.parse("60m"), Rate.UNLIMITED);
        Branch reserved = tenant.branch();
        disk.scheduler.partTerms(reserved, 1, Rate.parse("40m"), Rate.UNLIMITED);
        List<ModelDisk.Stream> holder = streams(reserved, 1);
        List<ModelDisk.Stream> sibling = streams(tenant.branch(), 8);
        List<ModelDisk.Stream> heavy = streams(disk.tenant(50), 4);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(holder, sibling, heavy));
        assertThat(got[0]).isBetween(0.97 * 40 * MIB, 1.15 * 40 * MIB);
        assertThat(got[0] + got[1]).as("the tenant").isLessThan(1.15 * 60 * MIB);
        assertThat(got[1]).as("the other application").isGreaterThan(0.9 * 20 * MIB);
    }

    @Test
    void reservationOfAnApplication_beyondItsTenants_starvesNobody() {
        disk.scheduler.reservations(60 * MIB);
        Branch tenant = disk.tenant(1, Rate.parse("60m"), Rate.UNLIMITED);
        Branch greedy = tenant.branch();
        disk.scheduler.partTerms(greedy, 1, Rate.parse("10g"), Rate.UNLIMITED);
        List<ModelDisk.Stream> holder = streams(greedy, 8);
        List<ModelDisk.Stream> sibling = streams(tenant.branch(), 1);
        List<ModelDisk.Stream> heavy = streams(disk.tenant(50), 4);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(holder, sibling, heavy));
        assertThat(got[0] + got[1]).as("the tenant").isLessThan(1.15 * 60 * MIB);
        assertThat(got[1]).as("the other application").isGreaterThan(2 * MIB);
    }

    @Test
    void reservationOfAnApplication_whoseTenantHasNone_changesNothing() {
        Branch tenant = disk.tenant(1);
        Branch reserved = tenant.branch();
        disk.scheduler.partTerms(reserved, 1, Rate.parse("120m"), Rate.UNLIMITED);
        List<ModelDisk.Stream> holder = streams(reserved, 1);
        List<ModelDisk.Stream> sibling = streams(tenant.branch(), 1);
        disk.runFor(5 * SECOND);
        double[] got = rates(10, List.of(holder, sibling));
        assertThat(got[0]).isCloseTo(got[1], within(0.01 * got[1]));
    }

    private Branch limited(Branch branch, Rate limit) {
        disk.scheduler.partTerms(branch, 1, Rate.ZERO, limit);
        return branch;
    }

    private List<ModelDisk.Stream> streams(Branch branch, int count) {
        return streams(disk, branch, count);
    }

    private static List<ModelDisk.Stream> streams(ModelDisk disk, Branch branch, int count) {
        List<ModelDisk.Stream> streams = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            streams.add(disk.new Stream(branch));
        }
        return streams;
    }

    private double[] rates(int seconds, List<List<ModelDisk.Stream>> groups) {
        return rates(disk, seconds, groups);
    }

    /** Rates over the next seconds, in bytes per second. */
    private static double[] rates(ModelDisk disk, int seconds, List<List<ModelDisk.Stream>> groups) {
        double[] before = groups.stream().mapToDouble(PartsTest::bytes).toArray();
        disk.runFor(seconds * SECOND);
        double[] rates = new double[before.length];
        for (int i = 0; i < before.length; i++) {
            rates[i] = (bytes(groups.get(i)) - before[i]) / seconds;
        }
        return rates;
    }

    private static double bytes(List<ModelDisk.Stream> streams) {
        return streams.stream().mapToDouble(stream -> stream.bytes).sum();
    }
}
