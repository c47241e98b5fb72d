package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

final class BlockDelayTest {

    private static final String BEHIND_THE_NAME = " S" + String.join("", Collections.nCopies(38, " 7")) + " 42 0 0"
            + String.join("", Collections.nCopies(7, " 9"));

    @Test
    void ticksOfAThread_areTheFortySecondField_whateverItIsCalled() {
        assertThat(BlockDelay.ticks("17 (java)" + BEHIND_THE_NAME)).hasValue(42);
        assertThat(BlockDelay.ticks("17 (a) b) (c)" + BEHIND_THE_NAME)).hasValue(42);
    }

    @Test
    void whatIsNoLineOfStat_tellsNothing() {
        assertThat(BlockDelay.ticks("")).isEmpty();
        assertThat(BlockDelay.ticks("17 (java) S 1")).isEmpty();
    }

    @Test
    void aThread_cannotHaveWaitedForLongerThanItWasNotLookedAt() {
        assertThat(BlockDelay.mostTicks(50_000_000)).isEqualTo(7);
    }
}
