package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment.State;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class DeploymentTest {
    private static final long NOW = 1_000;
    private static final Deployment APPLICATION =
            Deployment.started("c-1", Orders.application("alice", 1), "lease-1", NOW);
    private static final Deployment STANDALONE = Deployment.started("c-2", Orders.standalone(2, 1), "lease-2", NOW);

    private static ProcessState ended(int exit, boolean gone) {
        return new ProcessState(OptionalInt.of(exit), gone);
    }

    @Test
    void whatRunsASecondLater_runs() {
        assertThat(APPLICATION.seen(ProcessState.RUNNING, NOW).state()).isEqualTo(State.STARTING);
        assertThat(APPLICATION.seen(ProcessState.RUNNING, NOW + 1).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void applicationThatEndsWell_isFinished_onceNothingIsLeftOfIt() {
        Deployment ending = APPLICATION.seen(ProcessState.RUNNING, NOW + 1).seen(ended(0, false), NOW + 2);
        assertThat(ending.state()).isEqualTo(State.ENDING);
        assertThat(ending.isOver()).isFalse();
        assertThat(ending.seen(ended(0, false), NOW + 3)).isEqualTo(ending);
        Deployment over = ending.seen(ended(0, true), NOW + 4);
        assertThat(over.state()).isEqualTo(State.FINISHED);
        assertThat(over.isOver()).isTrue();
        assertThat(over.why()).isEmpty();
        assertThat(over.seen(ended(1, true), NOW + 5)).isEqualTo(over);
    }

    @Test
    void applicationThatEndsBadly_failed_andSoDidADeploymentOfWhichAProcessEnded() {
        assertThat(APPLICATION.seen(ended(137, true), NOW + 2).state()).isEqualTo(State.FAILED);
        assertThat(APPLICATION.seen(ended(137, true), NOW + 2).why()).contains("exit code 137");
        assertThat(STANDALONE.seen(ended(0, true), NOW + 2).state()).isEqualTo(State.FAILED);
        assertThat(APPLICATION.seen(ProcessState.NOTHING, NOW + 2).why()).contains("gone");
    }

    @Test
    void whoDestroysIt_isNamed_alsoIfItEndsByItselfMeanwhile() {
        Deployment ending = APPLICATION.ending(State.DESTROYED, "alice", NOW + 1);
        assertThat(ending.ending(State.FAILED, "later", NOW + 2)).isEqualTo(ending);
        assertThat(ending.seen(ended(0, true), NOW + 2).state()).isEqualTo(State.DESTROYED);
        assertThat(ending.seen(ended(0, true), NOW + 2).why()).isEqualTo("alice");
    }

    @Test
    void timeThatIsUp_endsIt() {
        long end = NOW + APPLICATION.order().time().toSeconds();
        assertThat(APPLICATION.seen(ProcessState.RUNNING, end - 1).state()).isEqualTo(State.RUNNING);
        assertThat(APPLICATION.seen(ProcessState.RUNNING, end).outcome()).isEqualTo(State.FAILED);
        assertThat(STANDALONE.seen(ProcessState.RUNNING, end).outcome()).isEqualTo(State.FINISHED);
    }

    @Test
    void deploymentWithoutALease_ends() {
        assertThat(APPLICATION.holding(Optional.empty(), NOW).outcome()).isEqualTo(State.FAILED);
        assertThat(APPLICATION.holding(Optional.empty(), NOW).why()).contains("lease-1");
    }
}
