package io.hdfsthrottle.coordinator.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Threads that go from disk to disk faster than nodes report. {@code -Dseed=} repeats a failure. */
final class HoppingReadersTest {
    private static final double MB = 1e6;
    private static final double MIB = 1 << 20;
    private static final int WARM_UP = 10;
    private static final int SECONDS = 1_000;

    /** Of three tenants of equal priority two have 90 % of their data on one disk, the third as much on each. */
    private static final double DUE = 40 * MB / (0.9 + 1.0 / 3 + 0.05);

    @Test
    void tenantOnAllDisksWithManyThreads_getsNoMoreThanItsDue_whileItsThreadsGoOnTogether() {
        assertThat(error(2)).isLessThan(0.025);
        assertThat(error(4)).isLessThan(0.06);
    }

    /** The largest deviation of a tenant's mean from its due. */
    private static double error(int fileMiB) {
        long seed = Long.getLong("seed", 1);
        System.out.println("files of " + fileMiB + " MiB, -Dseed=" + seed);
        Random random = new Random(seed);
        HoppingCluster cluster = new HoppingCluster(fileMiB * MIB, 40 * MB, 40 * MB, 40 * MB)
                .readers("bronze", 4, random, 36, 2, 2)
                .readers("silver", 12, random, 13, 13, 13)
                .readers("gold", 4, random, 2, 2, 36);
        List<String> tenants = List.of("bronze", "silver", "gold");
        cluster.run(WARM_UP);
        double[] totals = new double[tenants.size()];
        for (int second = 0; second < SECONDS; second++) {
            cluster.run(1);
            Arrays.setAll(totals, i -> totals[i] + cluster.total(tenants.get(i)));
        }
        return Arrays.stream(totals)
                .map(total -> Math.abs(total / SECONDS / DUE - 1))
                .max()
                .orElseThrow();
    }
}
