package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The terms sent in a large cluster are in proportion to what changes in it. */
@Tag("slow")
final class SteadyClusterTest {

    private static final int DISKS = 2_000;
    private static final int TENANTS = 6;
    private static final double CAPACITY = 150_000_000;
    private static final int ARRIVING = 5;
    private static final int MOVING_UNTIL = 15;
    private static final int RESTING_FROM = 18;
    private static final int SECONDS = 25;

    /** On so many disks a second, one tenant has no demand. */
    private static final int MOVING = 20;

    private final SplittableRandom random = new SplittableRandom(20_261_126);

    @Test
    void demandThatMovesOnFewDisks_isToldToThemAlone_andAClusterAtRestIsToldNothing() {
        assertThatItComesToRest(0);
    }

    @Test
    void capacitiesThatAreMeasuredDifferentlyEachSecond_changeNothingOfThat() {
        assertThatItComesToRest(0.02);
    }

    /** With capacities that are measured with that error, uniform in both directions. */
    private void assertThatItComesToRest(double noise) {
        double[] capacities = new double[DISKS];
        ModelCluster cluster = new ModelCluster(capacities);
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            cluster.tenant("t" + tenant, 1 + tenant, new double[DISKS]);
        }
        long toldWhileMoving = 0;
        long toldAtRest = 0;
        for (int second = 0; second < SECONDS; second++) {
            Map<String, NodeTerms> before = new TreeMap<>(cluster.inForce);
            for (int disk = 0; disk < DISKS; disk++) {
                capacities[disk] = CAPACITY * (1 + noise * (2 * random.nextDouble() - 1));
            }
            arrive(cluster, second);
            move(cluster, second);
            cluster.step();
            long told = cluster.inForce.entrySet().stream()
                    .filter(node -> !node.getValue().sameAs(before.getOrDefault(node.getKey(), NodeTerms.NONE)))
                    .count();
            toldWhileMoving += second > ARRIVING && second < MOVING_UNTIL ? told : 0;
            toldAtRest += second >= RESTING_FROM ? told : 0;
        }
        assertThat(toldWhileMoving).isPositive().isLessThanOrEqualTo(3L * MOVING * (MOVING_UNTIL - ARRIVING));
        assertThat(toldAtRest).isZero();
    }

    private static void arrive(ModelCluster cluster, int second) {
        for (int disk = 0; disk < DISKS; disk++) {
            if (disk % ARRIVING <= second) {
                cluster.silent.remove(disk);
            } else {
                cluster.silent.add(disk);
            }
        }
    }

    private void move(ModelCluster cluster, int second) {
        cluster.wants.values().forEach(wanted -> Arrays.fill(wanted, ModelCluster.ALL));
        for (int i = 0; i < MOVING && second >= ARRIVING && second < MOVING_UNTIL; i++) {
            Tenant tenant = Tenant.named("t" + random.nextInt(TENANTS));
            cluster.wants.get(tenant)[random.nextInt(DISKS)] = 0;
        }
    }
}
