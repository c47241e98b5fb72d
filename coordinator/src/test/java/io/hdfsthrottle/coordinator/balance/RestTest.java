package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.NodeTerms;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A cluster in which nothing changes costs no messages, however large it is. */
final class RestTest {

    private static final int DISKS = 2_000;
    private static final int TENANTS = 6;
    private static final double CAPACITY = 150_000_000;
    private static final int SETTLING = 10;
    private static final int SECONDS = 10;

    private final SplittableRandom random = new SplittableRandom(20_261_126);

    @Test
    void clusterWhereEverybodyWantsEverything_isToldNothing() {
        assertThat(told(0)).isZero();
    }

    @Test
    void capacitiesThatAreMeasuredDifferentlyEachSecond_areToldToFewNodes() {
        assertThat(told(0.02)).isLessThan(DISKS * SECONDS / 100);
    }

    /** How many nodes were told something while every capacity is measured with that error, uniform in both directions. */
    private int told(double noise) {
        double[] capacities = new double[DISKS];
        Arrays.fill(capacities, CAPACITY);
        ModelCluster cluster = new ModelCluster(capacities);
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            double[] wanted = new double[DISKS];
            Arrays.fill(wanted, ModelCluster.ALL);
            cluster.tenant("t" + tenant, 1 + tenant, wanted);
        }
        int told = 0;
        for (int second = 0; second < SETTLING + SECONDS; second++) {
            Map<String, NodeTerms> before = new TreeMap<>(cluster.inForce);
            for (int disk = 0; disk < DISKS; disk++) {
                capacities[disk] = CAPACITY * (1 + noise * (2 * random.nextDouble() - 1));
            }
            long from = System.nanoTime();
            cluster.step();
            long changed = cluster.inForce.entrySet().stream()
                    .filter(node -> !node.getValue().sameAs(before.getOrDefault(node.getKey(), NodeTerms.NONE)))
                    .count();
            System.out.println("second " + second + ": " + changed + " of " + DISKS + " told, "
                    + (System.nanoTime() - from) / 1_000_000 + " ms with the model");
            told += second < SETTLING ? 0 : (int) changed;
        }
        return told;
    }
}
