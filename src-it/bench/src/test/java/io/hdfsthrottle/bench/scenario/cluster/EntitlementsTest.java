package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.bench.scenario.cluster.Entitlements.Claim;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class EntitlementsTest {

    private static final double ALL = Double.POSITIVE_INFINITY;
    private static final Offset<Double> EXACTLY = within(1e-6);
    private static final long SEED = 20_261_124;

    private static Claim claim(double weight, Double... wants) {
        return new Claim(weight, ALL, List.of(wants));
    }

    private static void assertDue(List<Double> capacities, List<Claim> claims, double... expected) {
        List<Double> due = new Entitlements(capacities, claims).due();
        assertThat(due).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(due.get(i)).as("tenant %d of %s", i, due).isCloseTo(expected[i], EXACTLY);
        }
    }

    @Test
    void oneNode_isDividedByWeight() {
        assertDue(List.of(90.0), List.of(claim(1, ALL), claim(2, ALL)), 30, 60);
    }

    @Test
    void tenantsWhoseDataLiesApart_haveTheSameTotal() {
        List<Claim> claims = List.of(claim(1, ALL, 5.0, 5.0), claim(1, ALL, ALL, ALL), claim(1, 5.0, 5.0, ALL));

        assertDue(List.of(90.0, 90.0, 90.0), claims, 90, 90, 90);
    }

    @Test
    void whatATenantCannotReach_isTheOthers() {
        List<Claim> claims = List.of(claim(3, ALL, 5.0, 5.0), claim(2, ALL, ALL, ALL), claim(1, 5.0, 5.0, ALL));

        assertDue(List.of(90.0, 90.0, 90.0), claims, 100, 340.0 / 3, 170.0 / 3);
    }

    @Test
    void twoThatShareANode_areHeldByItTogether() {
        List<Claim> claims = List.of(claim(1, ALL, 0.0), claim(2, ALL, 0.0), claim(1, ALL, ALL));

        assertDue(List.of(60.0, 60.0), claims, 20, 40, 60);
    }

    @Test
    void aLimit_leavesTheRestToTheOthers() {
        List<Claim> claims = List.of(new Claim(8, 24, List.of(ALL, ALL)), claim(1, ALL, ALL));

        assertDue(List.of(60.0, 60.0), claims, 24, 96);
    }

    @Test
    void demand_isNeverExceeded() {
        assertDue(List.of(60.0, 60.0), List.of(claim(1, 3.0, 4.0), claim(1, ALL, 0.0)), 7, 57);
    }

    @Test
    void oneThatWantsNothing_isDueNothing() {
        assertDue(List.of(60.0), List.of(claim(1, 0.0), claim(1, ALL)), 0, 60);
    }

    /**
     * Compared with small steps: the tenant with least for its weight gets more as long as flow can be found for all.
     */
    @Test
    void randomClusters_areDividedAsByManySmallSteps() {
        SplittableRandom random = new SplittableRandom(SEED);
        System.out.println("seed " + SEED);
        for (int round = 0; round < 30; round++) {
            List<Double> capacities = List.of(20.0 + random.nextInt(60), 20.0 + random.nextInt(60));
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                claims.add(claim(1 + random.nextInt(4), wants(random), wants(random)));
            }

            List<Double> due = new Entitlements(capacities, claims).due();

            List<Double> stepped = stepped(capacities, claims, 0.05);
            for (int i = 0; i < due.size(); i++) {
                assertThat(due.get(i))
                        .as("%s of %s: %s", claims, capacities, due)
                        .isCloseTo(stepped.get(i), within(1.0));
            }
        }
    }

    private static Double wants(SplittableRandom random) {
        return random.nextInt(3) == 0 ? ALL : random.nextInt(50);
    }

    private static List<Double> stepped(List<Double> capacities, List<Claim> claims, double step) {
        List<Double> totals = new ArrayList<>(Collections.nCopies(claims.size(), 0.0));
        List<Integer> growing = new ArrayList<>(List.of(0, 1, 2));
        while (!growing.isEmpty()) {
            int least = growing.stream()
                    .min((a, b) -> Double.compare(
                            totals.get(a) / claims.get(a).weight(),
                            totals.get(b) / claims.get(b).weight()))
                    .orElseThrow();
            totals.set(least, totals.get(least) + step);
            if (!canFlow(capacities, claims, totals)) {
                totals.set(least, totals.get(least) - step);
                growing.remove((Integer) least);
            }
        }
        return totals;
    }

    /**
     * Two nodes: the first tenants' flows from the first node decide all others, so it is enough to look at the sum
     * that is possible there.
     */
    private static boolean canFlow(List<Double> capacities, List<Claim> claims, List<Double> totals) {
        double least = 0;
        double most = 0;
        double sum = 0;
        for (int i = 0; i < claims.size(); i++) {
            double total = totals.get(i);
            double fromFirst = Math.min(total, claims.get(i).wants().get(0));
            double fromSecond = Math.min(total, claims.get(i).wants().get(1));
            if (fromFirst + fromSecond < total - 1e-9) {
                return false;
            }
            least += total - fromSecond;
            most += fromFirst;
            sum += total;
        }
        double low = Math.max(least, sum - capacities.get(1));
        double high = Math.min(most, capacities.get(0));
        return low <= high + 1e-9;
    }
}
