package io.hdfsthrottle.cli.policy.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PrioritiesTest {
    @Test
    void ratiosThatAllowIt_areInLowestTerms_belowThePriorityOfHdfsOwnWork() {
        assertThat(Priorities.of(List.of(0.5, 0.3, 0.2))).containsExactly(5, 3, 2);
        assertThat(Priorities.of(List.of(0.43, 0.57))).containsExactly(3, 4);
        assertThat(Priorities.of(List.of(1.0))).containsExactly(1);
    }

    @Test
    void percentagesThatSmallNumbersDoNotHold_arePrioritiesAsTheyAre() {
        assertThat(Priorities.of(List.of(0.83, 0.1, 0.07))).containsExactly(83, 10, 7);
    }

    @Test
    void ratiosThatAHundredDoesNotHold_areHeldBySmallerNumbers() {
        assertThat(Priorities.of(List.of(2 / 7.0, 1 / 7.0, 4 / 7.0))).containsExactly(2, 1, 4);
        assertThat(Priorities.of(List.of(1 / 3.0, 1 / 3.0, 1 / 3.0))).containsExactly(1, 1, 1);
    }

    @Test
    void partsThatAreTooSmall_orNone_areOne() {
        assertThat(Priorities.of(List.of(0.9999, 0.0001))).containsExactly(100, 1);
        assertThat(Priorities.of(List.of(1.0, 0.0))).containsExactly(100, 1);
        assertThat(Priorities.of(List.of(0.0, 0.0))).containsExactly(1, 1);
        assertThat(Priorities.of(List.of())).isEmpty();
    }
}
