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
            Tenant tenant, double weight, String hdfs, boolean heldBack, String local, Rate limit) {
        Rate moved = Rate.parse(local);
        return new Contender(tenant, weight, Rate.parse(hdfs), moved, moved, heldBack, limit, 0);
    }

    private static Rate limit(Tenant tenant, Contender... contenders) {
        return GroupLimits.of(List.of(contenders), true, 1).get(tenant).limit();
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
     * A disk whose tenants' executors want more, as far as they can. It serves both alike where their limits allow that,
     * and each executor moves {@code times} its limit, because the kernel limits reads and writes apart.
     */
    private static final class Disk {

        private static final double RATE = 40e6;

        private final Executors gold = new Executors(GOLD, 4);
        private final Executors bronze = new Executors(BRONZE, 1);
        private double rate = RATE;

        private static final class Executors {
            private final Tenant tenant;
            private final double weight;
            private final Mean mean = new Mean();
            private double most = Double.MAX_VALUE;
            private double hdfs;
            private double times = 1;
            private Rate limit = Rate.UNLIMITED;
            private double ahead;
            private double local;
            private double moved;

            Executors(Tenant tenant, double weight) {
                this.tenant = tenant;
                this.weight = weight;
            }

            private double wanted() {
                return Math.min(most, times * limit.bytesPerSecond());
            }

            private void move(double bytes) {
                local = bytes;
                moved += bytes + hdfs;
                mean.add(bytes, 1);
            }

            private Contender contender() {
                return new Contender(tenant, weight, rate(hdfs), rate(local), mean.rate(), true, limit, ahead);
            }

            private void take(Standing standing) {
                // As in the kernel, small changes are not made.
                double change = Math.abs(standing.limit().bytesPerSecond() - limit.bytesPerSecond());
                if (change >= 0.1 * limit.bytesPerSecond()) {
                    limit = standing.limit();
                }
                ahead = standing.ahead();
            }

            private static Rate rate(double bytes) {
                return Rate.ofBytesPerSecond(Math.round(bytes));
            }
        }

        void run(int seconds) {
            gold.moved = 0;
            bronze.moved = 0;
            for (int second = 0; second < seconds; second++) {
                double left = rate - gold.hdfs - bronze.hdfs;
                double golds = Math.min(gold.wanted(), Math.max(left / 2, left - bronze.wanted()));
                gold.move(golds);
                bronze.move(Math.min(bronze.wanted(), left - golds));
                double busy = (gold.local + bronze.local + gold.hdfs + bronze.hdfs) / rate;
                Map<Tenant, Standing> standings =
                        GroupLimits.of(List.of(gold.contender(), bronze.contender()), busy >= 0.9, 1);
                gold.take(standings.get(GOLD));
                bronze.take(standings.get(BRONZE));
            }
        }

        private double timesAsMuch() {
            return gold.moved / bronze.moved;
        }

        private double used(int seconds) {
            return (gold.moved + bronze.moved) / (seconds * rate);
        }
    }

    private static void assertShared(Disk disk) {
        disk.run(60);
        disk.run(60);
        assertThat(disk.timesAsMuch()).isCloseTo(4, within(0.12));
        assertThat(disk.used(60)).isGreaterThan(0.98);
    }

    @Test
    void executorsShareTheDisk_byWeight_andFillIt() {
        assertShared(new Disk());
    }

    @Test
    void whatHdfsMovesForATenant_itsExecutorsDoNotGet() {
        Disk disk = new Disk();
        disk.bronze.hdfs = 5e6;
        assertShared(disk);
    }

    @Test
    void executorsThatReadAndWriteAtOnce_moveNoMoreThanTheirShare() {
        Disk disk = new Disk();
        disk.gold.times = 2;
        disk.bronze.times = 2;
        assertShared(disk);
    }

    @Test
    void tenantsThatMeet_loseHardlyAnythingOfTheDisk() {
        Disk disk = new Disk();
        disk.gold.most = 0;
        disk.run(30);
        disk.gold.most = Double.MAX_VALUE;
        disk.run(20);
        assertThat(disk.used(20)).isGreaterThan(0.95);
    }

    @Test
    void diskThatWasSlow_isUsedInFullWithinSeconds() {
        Disk disk = new Disk();
        disk.rate = Disk.RATE / 10;
        disk.run(60);
        disk.rate = Disk.RATE;
        disk.run(15);
        disk.run(5);
        assertThat(disk.used(5)).isGreaterThan(0.98);
    }

    @Test
    void whatATenantCannotUse_theOthersGet_evenIfItSaysThatItWantsMore() {
        Disk disk = new Disk();
        disk.gold.most = 4e6;
        disk.run(60);
        disk.run(20);
        assertThat(disk.gold.moved / 20).isGreaterThan(3.9e6);
        assertThat(disk.bronze.moved / 20).isGreaterThan(0.85 * 36e6);
    }
}
