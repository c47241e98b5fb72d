package io.hdfsthrottle.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who goes on when. */
final class MomentsTest {

    private static final long SEED = 11;

    private final Moments moments = new Moments();

    @Test
    void nobody_neverGoesOn() {
        assertThat(moments.first()).isEqualTo(Moments.NEVER);
    }

    @Test
    void whoeverIsAlone_leavesNobody() {
        moments.add(7, 3);
        moments.removeFirst();
        assertThat(moments.first()).isEqualTo(Moments.NEVER);
    }

    @Test
    void ofTheSameMoment_theLowestNumberGoesFirst() {
        moments.add(7, 3);
        moments.add(7, 2);
        assertThat(moments.who()).isEqualTo(2);
    }

    @Test
    void anyOrderOfAddingAndRemoving_givesTheEarliest() {
        SplittableRandom random = new SplittableRandom(SEED);
        PriorityQueue<Long> expected = new PriorityQueue<>();
        for (int i = 0; i < 100_000; i++) {
            if (expected.isEmpty() || random.nextInt(100) < 51) {
                long moment = random.nextLong(1_000);
                expected.add(moment);
                moments.add(moment, random.nextInt(1 << 16));
            } else {
                assertThat(moments.first()).as("step %d of seed %d", i, SEED).isEqualTo(expected.remove());
                moments.removeFirst();
            }
        }
    }
}
