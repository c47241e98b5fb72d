package io.hdfsthrottle.ioprio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IoPriorityTest {

    @ParameterizedTest
    @CsvSource({"8, 8, 0", "4, 8, 4", "1, 8, 7", "7, 8, 1", "100, 100, 0", "50, 100, 4", "3, 3, 0", "0.5, 1, 4"})
    void level_isTheWeightBesideTheHeaviest(double weight, double heaviest, int level) {
        assertThat(IoPriority.ofWeight(weight, heaviest)).isEqualTo(IoPriority.bestEffort(level));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-6, 0.001, 1, 6})
    void lightestTenant_isNeverIdle(double weight) {
        assertThat(IoPriority.ofWeight(weight, 1e6).toString()).isEqualTo("class 2 level 7");
    }

    @Test
    void levelsBeyondTheKernels_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IoPriority.bestEffort(8))
                .withMessageContaining("0 to 7");
    }

    @Test
    void thread_takesAPriorityAndItsOwnBackAgain() {
        IoPriorities priorities = IoPriorities.ofKernel(new NativeCalls());
        Tier.current().needs(priorities.usable().isDone(), priorities.usable().toString());
        Optional<IoPriority> before = priorities.of(0);
        assertThat(before).isPresent();
        assertThat(priorities.set(0, IoPriority.bestEffort(6))).isEqualTo(Outcome.DONE);
        assertThat(priorities.of(0)).contains(IoPriority.bestEffort(6));
        assertThat(priorities.set(0, before.get())).isEqualTo(Outcome.DONE);
        assertThat(priorities.of(0)).isEqualTo(before);
    }

    @Test
    void threadThatEnded_isAValue() {
        IoPriorities priorities = IoPriorities.ofKernel(new NativeCalls());
        Tier.current().needs(priorities.usable().isDone(), priorities.usable().toString());
        long nobody = Integer.MAX_VALUE;
        assertThat(priorities.of(nobody)).isEmpty();
        assertThat(priorities.set(nobody, IoPriority.bestEffort(6))).isEqualTo(Outcome.ENDED);
    }

    @Test
    void architectureWhoseNumbersAreNotKnown_isNeverAsked() {
        IoPriorities priorities = new KernelIoPriorities(new NativeCalls(), "s390x");
        assertThat(priorities.usable().toString()).contains("s390x", "x86_64");
        assertThat(priorities.of(0)).isEmpty();
        assertThat(priorities.set(0, IoPriority.bestEffort(6)).isDone()).isFalse();
    }
}
