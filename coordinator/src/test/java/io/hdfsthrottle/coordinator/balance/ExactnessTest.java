package io.hdfsthrottle.coordinator.balance;

import static io.hdfsthrottle.coordinator.balance.ModelCluster.ALL;

import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Totals of small clusters drawn at random, compared with progressive filling. */
final class ExactnessTest {
    private static final int CASES = 400;
    private static final int SECONDS = 25;
    private static final double MB = 1e6;
    private static final double MOST_ERROR = 0.01;

    @Test
    void totals_areWeightedMaxMinFair_andNoDiskIdlesWhileSomebodyWaits() {
        long first = Long.getLong("seed", System.nanoTime());
        System.out.println(CASES + " cases from -Dseed=" + first);
        for (long seed = first; seed < first + CASES; seed++) {
            ModelCluster cluster = drawn(new SplittableRandom(seed));
            if (!cluster.reference().honoursReservations()) {
                continue;
            }
            cluster.run(SECONDS);
            double error = cluster.error();
            if (error > MOST_ERROR) {
                throw new AssertionError("with -Dseed=" + seed + ": off by " + 100 * error + " %");
            }
            if (cluster.wasted()) {
                throw new AssertionError("with -Dseed=" + seed + ": a disk idles while a tenant waits");
            }
        }
    }

    private static ModelCluster drawn(SplittableRandom random) {
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
            Rate limit = random.nextInt(4) == 0
                    ? Rate.ofBytesPerSecond((40 + random.nextInt(200)) * 1_000_000L)
                    : Rate.UNLIMITED;
            Rate reservation =
                    random.nextInt(5) == 0 ? Rate.ofBytesPerSecond((5 + random.nextInt(25)) * 1_000_000L) : Rate.ZERO;
            cluster.tenant(new TenantTerms(Tenant.named("t" + i), 1 + random.nextInt(10), reservation, limit), wants);
        }
        return cluster;
    }
}
