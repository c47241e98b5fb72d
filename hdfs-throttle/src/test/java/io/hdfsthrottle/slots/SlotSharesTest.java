package io.hdfsthrottle.slots;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlotSharesTest {

    private static final double HAIR = 1e-6;

    @ParameterizedTest
    @CsvSource({"0, 1", "3481, 1", "3686, 0.5", "3892, 0", "4096, 0", "9000, 0"})
    void onlyTenant_hasAStraightLineFromEightyFiveToNinetyFivePercent(int used, double part) {
        double[] parts = SlotShares.waitParts(Slots.of(used, 4096), new double[] {7}, new int[] {used});
        assertThat(parts[0]).isCloseTo(part, within(0.001));
    }

    @Test
    void spareThreads_moveTheLine() {
        Slots slots = Slots.of(4096, 4096, 2048);
        assertThat(SlotShares.waitParts(slots, new double[] {1}, new int[] {4096}))
                .containsExactly(1);
    }

    @Test
    void tenantWithinItsShare_waitsInFullWhileTheGreedyOneGivesWay() {
        double[] parts = SlotShares.waitParts(Slots.of(3900, 4096), new double[] {1, 1, 1}, new int[] {3600, 250, 50});
        assertThat(parts).containsExactly(0, 1, 1);
    }

    @Test
    void twiceTheWeight_isTwiceTheThreads() {
        double[] parts = SlotShares.waitParts(Slots.of(3900, 4096), new double[] {2, 1}, new int[] {2000, 1900});
        assertThat(parts[0]).isEqualTo(1);
        assertThat(parts[1]).isZero();
    }

    @Test
    void threadsOfNobodyKnown_countByTheStrainAlone() {
        double[] parts = SlotShares.waitParts(Slots.of(4000, 4096), new double[] {1, 1}, new int[] {100, 10});
        assertThat(parts[0]).isZero();
        assertThat(parts[1]).isEqualTo(1);
    }

    @Test
    void nobody_givesWayToNobody() {
        assertThat(SlotShares.waitParts(Slots.of(4096, 4096), new double[0], new int[0]))
                .isEmpty();
        assertThat(SlotShares.waitParts(Slots.of(4096, 4096), new double[] {1}, new int[] {0}))
                .containsExactly(1);
    }

    /** A million seeded hosts and tenants. */
    @Test
    void everyDivision_isFairAndFreesThreadsAndHarmsNoModestTenant() {
        seeded(100_000, random -> {
            Drawn drawn = new Drawn(random);
            double[] parts = SlotShares.waitParts(drawn.slots, drawn.weights, drawn.threads);
            isBounded(drawn, parts);
            isRelaxedBelowEightyFivePercent(drawn, parts);
            somebodyGivesWayFromNinetyFivePercent(drawn, parts);
            whoeverHoldsMoreForItsWeightRestsNoLonger(drawn, parts);
            tenantBelowAnEqualPartRestsInFull(drawn, parts);
        });
    }

    private static void isBounded(Drawn drawn, double[] parts) {
        drawn.check(parts.length == drawn.threads.length, "one part each");
        drawn.check(Arrays.stream(parts).allMatch(part -> part >= 0 && part <= 1), "0 to 1");
    }

    private static void isRelaxedBelowEightyFivePercent(Drawn drawn, double[] parts) {
        boolean relaxed = drawn.slots.strain() <= SlotShares.RELAXED;
        drawn.check(!relaxed || Arrays.stream(parts).allMatch(part -> part == 1), "nobody gives way below 85 %");
    }

    private static void somebodyGivesWayFromNinetyFivePercent(Drawn drawn, double[] parts) {
        boolean full = drawn.slots.strain() >= SlotShares.FULL
                && Arrays.stream(drawn.threads).sum() > 0;
        drawn.check(!full || Arrays.stream(parts).min().orElse(1) <= HAIR, "somebody does not wait from 95 % on");
    }

    private static void whoeverHoldsMoreForItsWeightRestsNoLonger(Drawn drawn, double[] parts) {
        for (int i = 0; i < parts.length; i++) {
            for (int j = 0; j < parts.length; j++) {
                double mine = drawn.threads[i] / drawn.weights[i];
                double other = drawn.threads[j] / drawn.weights[j];
                drawn.check(mine < other || parts[i] <= parts[j] + HAIR, "the greedier waits no longer");
            }
        }
    }

    /** A tenant within its weighted part of 85 % of all held threads waits in full, whatever the others do. */
    private static void tenantBelowAnEqualPartRestsInFull(Drawn drawn, double[] parts) {
        double held = Arrays.stream(drawn.threads).sum() * Math.min(1, SlotShares.RELAXED / drawn.slots.strain());
        double weights = Arrays.stream(drawn.weights).sum();
        for (int i = 0; i < parts.length; i++) {
            boolean modest = drawn.threads[i] <= held * drawn.weights[i] / weights * (1 - HAIR);
            drawn.check(!modest || parts[i] >= 1 - HAIR, "whoever is within its share waits in full");
        }
    }

    /** A host and its tenants, heavy and light, greedy and idle. */
    private static final class Drawn {
        private final Slots slots;
        private final double[] weights;
        private final int[] threads;

        Drawn(SplittableRandom random) {
            int tenants = random.nextInt(7);
            weights = new double[tenants];
            threads = new int[tenants];
            int most = 1 + random.nextInt(random.nextBoolean() ? 30 : 10_000);
            int known = 0;
            for (int i = 0; i < tenants; i++) {
                weights[i] = random.nextBoolean()
                        ? 1 + random.nextInt(100)
                        : Math.pow(10, random.nextInt(13) - 6) * (random.nextDouble() + 0.01);
                threads[i] = random.nextInt(3) == 0 ? random.nextInt(3) : random.nextInt(2 * most / tenants + 1);
                known += threads[i];
            }
            int unknown = random.nextBoolean() ? 0 : random.nextInt(most);
            slots = Slots.of(known + unknown, most, random.nextBoolean() ? 0 : random.nextInt(most));
        }

        void check(boolean what, String law) {
            if (!what) {
                throw new AssertionError(law + ": " + slots.used() + " of " + slots.most() + " and " + slots.spare()
                        + ", weights " + Arrays.toString(weights) + ", threads " + Arrays.toString(threads));
            }
        }
    }
}
