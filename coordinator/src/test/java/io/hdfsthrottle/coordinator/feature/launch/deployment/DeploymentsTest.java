package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeploymentsTest {
    private static final Quota LARGE = new Quota(9, 99, 99, 999_999);

    private static LaunchSettings settings(Quota quota, int deployments) {
        return new LaunchSettings(
                true,
                Optional.of(Path.of("/spark")),
                Optional.empty(),
                LaunchSettings.As.CALLER,
                Map.of(),
                Path.of("launch"),
                Optional.empty(),
                quota,
                deployments,
                Duration.ofHours(1));
    }

    private static Deployment deployment(int number, String user) {
        return Deployment.started("c-" + number, Orders.application(user, 2), "lease-" + number, number);
    }

    private static Deployment over(int number, String user) {
        return deployment(number, user).ending(State.DESTROYED, "", number).seen(ProcessState.NOTHING, number);
    }

    private static String refusal(Quota quota) {
        return Deployments.NONE
                .with(deployment(1, "alice"))
                .with(deployment(2, "bob"))
                .with(over(3, "alice"))
                .refuses(Orders.application("alice", 2), settings(quota, 99))
                .map(refusal -> refusal.reason() + " " + refusal.sentence())
                .orElse("none");
    }

    @Test
    void quota_countsWhatItsUserHasRunning_andNothingElse() {
        assertThat(refusal(new Quota(2, 4, 4, 2_048))).isEqualTo("none");
        assertThat(refusal(new Quota(1, 4, 4, 2_048)))
                .startsWith("QUOTA ")
                .contains("2 deployments", "launch.deployments.per.user");
        assertThat(refusal(new Quota(2, 3, 4, 2_048))).contains("4 disks", "permitted are 3", "launch.disks.per.user");
        assertThat(refusal(new Quota(2, 4, 3, 2_048))).contains("4 cores", "launch.cores.per.user");
        assertThat(refusal(new Quota(2, 4, 4, 2_047))).contains("2048 MiB", "launch.memory.per.user");
    }

    @Test
    void everybodysDeploymentsTogether_areBounded() {
        Deployments two = Deployments.NONE.with(deployment(1, "alice")).with(deployment(2, "bob"));
        Order more = Orders.application("carol", 1);
        assertThat(two.refuses(more, settings(LARGE, 3))).isEmpty();
        assertThat(two.refuses(more, settings(LARGE, 2)).orElseThrow().reason()).isEqualTo(Refusal.Reason.FULL);
    }

    @Test
    void thoseThatAreOver_areForgottenOldestFirst_andThoseThatRunNever() {
        Deployments all = Deployments.NONE.with(deployment(0, "alice"));
        for (int number = 1; number <= Deployments.MOST_OVER + 2; number++) {
            all = all.with(over(number, "bob"));
        }
        assertThat(all.all()).hasSize(Deployments.MOST_OVER + 1);
        assertThat(all.deployment("c-0")).isPresent();
        assertThat(all.deployment("c-2")).isEmpty();
        assertThat(all.deployment("c-3")).isPresent();
        assertThat(all.without("c-3").deployment("c-3")).isEmpty();
    }
}
