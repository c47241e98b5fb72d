package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.executor.GroupLimits.Contender;
import io.hdfsthrottle.executor.GroupLimits.Standing;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GroupLimitsTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");

    private static Contender contender(
            Tenant tenant, double weight, String hdfs, boolean backlogged, String local, Rate limit) {
        return new Contender(tenant, weight, Rate.parse(hdfs), backlogged, Rate.parse(local), limit, 0);
    }

    private static Rate limit(Tenant tenant, Contender... contenders) {
        return GroupLimits.of(List.of(contenders), 1).get(tenant).limit();
    }

    @Test
    void executors_getLessOfTheirTenantsShare_theMoreHdfsMovesForIt() {
        Contender gold = contender(GOLD, 4, "60m", true, "10m", Rate.UNLIMITED);
        Rate much = limit(BRONZE, gold, contender(BRONZE, 1, "15m", true, "15m", Rate.UNLIMITED));
        Rate little = limit(BRONZE, gold, contender(BRONZE, 1, "5m", true, "25m", Rate.UNLIMITED));
        assertThat(little.bytesPerSecond() - much.bytesPerSecond())
                .isCloseTo(Rate.parse("10m").bytesPerSecond(), within(2L));
    }

    @Test
    void nobodyIsHeldBack_whereNoOtherWantsMore() {
        Contender busy = contender(GOLD, 4, "30m", true, "60m", Rate.parse("10m"));
        assertThat(limit(GOLD, busy)).isEqualTo(Rate.UNLIMITED);
        Contender satisfied = contender(BRONZE, 1, "0", false, "20m", Rate.UNLIMITED);
        assertThat(limit(GOLD, busy, satisfied)).isEqualTo(Rate.UNLIMITED);
        assertThat(limit(BRONZE, busy, satisfied)).isNotEqualTo(Rate.UNLIMITED);
    }

    @Test
    void nobodyIsHeldSoThatItSeemsDead() {
        Contender heavy = contender(GOLD, 1_000, "99m", true, "0", Rate.UNLIMITED);
        assertThat(limit(BRONZE, heavy, contender(BRONZE, 1, "1m", true, "50m", Rate.UNLIMITED)))
                .isEqualTo(GroupLimits.LEAST);
    }

    /**
     * A disk of 40 MB/s whose tenants' executors always want more. It serves both alike where their limits allow that,
     * and each executor moves {@code times} its limit, because the kernel limits reads and writes apart.
     */
    private static final class Disk {

        private static final double RATE = 40e6;

        private final Mean gold = new Mean();
        private final Mean bronze = new Mean();
        private final double bronzesHdfs;
        private final double times;
        private double goldsLimit = Double.MAX_VALUE;
        private double bronzesLimit = Double.MAX_VALUE;
        private double goldsAhead;
        private double bronzesAhead;
        private double goldMoved;
        private double bronzeMoved;

        Disk(double bronzesHdfs, double times) {
            this.bronzesHdfs = bronzesHdfs;
            this.times = times;
        }

        void run(int seconds) {
            goldMoved = 0;
            bronzeMoved = 0;
            for (int second = 0; second < seconds; second++) {
                double left = RATE - bronzesHdfs;
                double most = times * bronzesLimit;
                double golds = Math.min(times * goldsLimit, Math.max(left / 2, left - most));
                double bronzes = Math.min(most, left - golds);
                goldMoved += golds;
                bronzeMoved += bronzes + bronzesHdfs;
                gold.add(golds, 1);
                bronze.add(bronzes, 1);
                Map<Tenant, Standing> standings = GroupLimits.of(
                        List.of(
                                new Contender(GOLD, 4, Rate.ZERO, true, gold.rate(), rate(goldsLimit), goldsAhead),
                                new Contender(
                                        BRONZE,
                                        1,
                                        rate(bronzesHdfs),
                                        true,
                                        bronze.rate(),
                                        rate(bronzesLimit),
                                        bronzesAhead)),
                        1);
                goldsLimit = standings.get(GOLD).limit().bytesPerSecond();
                bronzesLimit = standings.get(BRONZE).limit().bytesPerSecond();
                goldsAhead = standings.get(GOLD).ahead();
                bronzesAhead = standings.get(BRONZE).ahead();
            }
        }

        private static Rate rate(double bytes) {
            return bytes == Double.MAX_VALUE ? Rate.UNLIMITED : Rate.ofBytesPerSecond(Math.round(bytes));
        }

        private double timesAsMuch() {
            return goldMoved / bronzeMoved;
        }

        private double used(int seconds) {
            return (goldMoved + bronzeMoved) / (seconds * RATE);
        }
    }

    private static void assertShared(Disk disk) {
        disk.run(60);
        disk.run(60);
        assertThat(disk.timesAsMuch()).isCloseTo(4, within(0.08));
        assertThat(disk.used(60)).isGreaterThan(0.99);
    }

    @Test
    void executorsShareTheDisk_byWeight_andFillIt() {
        assertShared(new Disk(0, 1));
    }

    @Test
    void whatHdfsMovesForATenant_itsExecutorsDoNotGet() {
        assertShared(new Disk(5e6, 1));
    }

    @Test
    void executorsThatReadAndWriteAtOnce_moveNoMoreThanTheirShare() {
        assertShared(new Disk(0, 2));
    }

    @Test
    void diskThatBecomesFree_isUsedInFullWithinSeconds() {
        Disk disk = new Disk(0, 1);
        disk.run(60);
        disk.goldsLimit = 2e6;
        disk.bronzesLimit = 2e6;
        disk.run(15);
        disk.run(5);
        assertThat(disk.used(5)).isGreaterThan(0.99);
    }
}
