package io.hdfsthrottle.coordinator.balance;

import static io.hdfsthrottle.coordinator.balance.ModelCluster.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Totals of small clusters drawn at random, compared with progressive filling. {@code -Dseed=} repeats a failure. */
final class ExactnessTest {
    private static final int CASES = 400;
    private static final int SECONDS = 25;
    private static final double MB = 1e6;
    private static final double MOST_ERROR = 0.01;

    @Test
    void totals_areWeightedMaxMinFair() {
        check(false, 0);
    }

    /**
     * The demand of a tenant that is throttled by its limit is found by trial. Of 18,000 clusters three never settled:
     * their splits went round in three or four seconds, and a tenant was up to 23 % below its due in some of them.
     */
    @Test
    void totalsWithinLimits_areWeightedMaxMinFair_almostAlwaysAtOnce() {
        check(true, CASES / 100);
    }

    private static void check(boolean limits, int mostWrong) {
        long first = Long.getLong("seed", 1);
        System.out.println(CASES + " cases from -Dseed=" + first);
        int wrong = 0;
        StringBuilder which = new StringBuilder();
        for (long seed = first; seed < first + CASES; seed++) {
            ModelCluster cluster = drawn(new SplittableRandom(seed), limits);
            if (!cluster.reference().honoursReservations()) {
                continue;
            }
            cluster.run(SECONDS);
            boolean wasted = cluster.wasted();
            assertThat(wasted && !limits)
                    .as("with -Dseed=%s: a disk idles while a tenant waits", seed)
                    .isFalse();
            double error = cluster.error();
            if (wasted || error > MOST_ERROR) {
                wrong++;
                which.append(" -Dseed=")
                        .append(seed)
                        .append(": ")
                        .append(100 * error)
                        .append(wasted ? " %, and a disk idles while a tenant waits" : " %");
            }
        }
        assertThat(wrong).as("clusters that are off:%s", which).isLessThanOrEqualTo(mostWrong);
    }

    private static ModelCluster drawn(SplittableRandom random, boolean limits) {
        double[] capacities = new double[1 + random.nextInt(6)];
        for (int v = 0; v < capacities.length; v++) {
            capacities[v] = (50 + random.nextInt(150)) * MB;
        }
        ModelCluster cluster = new ModelCluster(capacities);
        int tenants = 2 + random.nextInt(5);
        for (int i = 0; i < tenants; i++) {
            boolean bounded = random.nextInt(3) == 0;
            double[] wants = new double[capacities.length];
            for (int v = 0; v < wants.length; v++) {
                wants[v] = random.nextInt(3) == 0 ? 0 : bounded ? random.nextInt(60) * MB : ALL;
            }
            Rate limit = limits && random.nextInt(4) == 0
                    ? Rate.ofBytesPerSecond((40 + random.nextInt(200)) * 1_000_000L)
                    : Rate.UNLIMITED;
            Rate reservation =
                    random.nextInt(5) == 0 ? Rate.ofBytesPerSecond((5 + random.nextInt(25)) * 1_000_000L) : Rate.ZERO;
            cluster.tenant(new TenantTerms(Tenant.named("t" + i), 1 + random.nextInt(10), reservation, limit), wants);
        }
        return cluster;
    }
}
