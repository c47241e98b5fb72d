package io.hdfsthrottle.spark.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which replica is tried first, and how often, with seeded random numbers. */
final class ReplicaOrderTest {

    private static final long SEED = 20261124;
    private static final int DRAWS = 20_000;
    private static final String RACK = "/default-rack";

    private final Random random = new Random(SEED);

    @BeforeEach
    void sayTheSeed() {
        System.out.println("seed " + SEED);
    }

    private static Replica remote(double left) {
        return Replica.on(left, false, RACK);
    }

    private double[] firsts(List<Replica> replicas) {
        double[] firsts = new double[replicas.size()];
        for (int i = 0; i < DRAWS; i++) {
            firsts[ReplicaOrder.of(replicas, random)[0]] += 1.0 / DRAWS;
        }
        return firsts;
    }

    @Test
    void replicas_areTriedFirstInProportionToTheSquareOfWhatIsLeft() {
        double[] firsts = firsts(List.of(remote(50), remote(100), remote(100)));

        assertThat(firsts[0]).isCloseTo(1 / 9.0, within(0.01));
        assertThat(firsts[1]).isCloseTo(4 / 9.0, within(0.015));
        assertThat(firsts[2]).isCloseTo(4 / 9.0, within(0.015));
    }

    /** Whatever one of three has left, reading in this order takes at most 1.12 times as long as from the best. */
    @Test
    void oneReader_losesLittleByChance() {
        for (double contended = 0.05; contended <= 1; contended += 0.05) {
            double first = contended * contended / (2 + contended * contended);

            assertThat(1 - first + first / contended).isLessThan(1.12);
        }
    }

    @Test
    void order_isAPermutation_whateverIsLeft() {
        for (int i = 0; i < 1_000; i++) {
            List<Replica> replicas = new ArrayList<>();
            int count = random.nextInt(7);
            for (int k = 0; k < count; k++) {
                replicas.add(
                        random.nextInt(4) == 0
                                ? Replica.untouched()
                                : Replica.on(
                                        random.nextInt(3) * 1e9 * random.nextDouble(),
                                        random.nextInt(5) == 0,
                                        "/rack" + random.nextInt(3)));
            }

            int[] order = ReplicaOrder.of(replicas, random);

            assertThat(order)
                    .containsExactlyInAnyOrder(IntStream.range(0, count).toArray());
            for (int k = 0; k < count; k++) {
                assertThat(replicas.get(k).choosable() || order[k] == k)
                        .as("what cannot be compared keeps its place")
                        .isTrue();
            }
        }
    }

    @Test
    void localReplica_staysFirst_unlessItsDiskIsContended() {
        List<Replica> fair = List.of(Replica.on(51, true, RACK), remote(100), remote(100));
        List<Replica> contended = List.of(Replica.on(20, true, RACK), remote(100), remote(100));

        assertThat(firsts(fair)[0]).isCloseTo(1, within(1e-9));
        assertThat(firsts(contended)[0]).isLessThan(0.04);
    }

    @Test
    void sameRack_comesBeforeOthers_unlessItIsContended() {
        List<Replica> fair =
                List.of(Replica.on(60, false, "/a"), Replica.on(100, false, "/b"), Replica.on(60, false, "/a"));
        List<Replica> contended =
                List.of(Replica.on(10, false, "/a"), Replica.on(100, false, "/b"), Replica.on(10, false, "/a"));

        assertThat(firsts(fair)[1]).isZero();
        assertThat(firsts(contended)[1]).isGreaterThan(0.95);
    }

    @Test
    void nothingLeftAnywhere_isHdfssOrder() {
        assertThat(ReplicaOrder.of(List.of(remote(0), remote(0), remote(0)), random))
                .containsExactly(0, 1, 2);
    }

    @Test
    void replicaWithNothingLeft_isLast() {
        for (int i = 0; i < 100; i++) {
            assertThat(ReplicaOrder.of(List.of(remote(0), remote(1), remote(100)), random)[2])
                    .isZero();
        }
    }

    @Test
    void oneReplicaThatIsKnown_isNotMoved() {
        assertThat(ReplicaOrder.of(List.of(Replica.untouched(), remote(100), Replica.untouched()), random))
                .containsExactly(0, 1, 2);
    }
}
