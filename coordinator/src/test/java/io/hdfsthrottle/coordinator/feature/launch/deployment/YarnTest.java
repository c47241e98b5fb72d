package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class YarnTest {
    private static final Yarn YARN = new Yarn(
            Path.of("conf"),
            Optional.empty(),
            Map.of("DS-1", "single", "DS-2", "pair", "DS-3", "pair", "DS-4", "another"));

    @Test
    void deploymentHasAllDisksOfALabel() {
        assertThat(YARN.volumes(1)).containsExactly(Set.of("DS-4"), Set.of("DS-1"));
        assertThat(YARN.volumes(2)).containsExactly(Set.of("DS-2", "DS-3"));
        assertThat(YARN.label(List.of("DS-3", "DS-2"))).isEqualTo("pair");
    }

    @Test
    void whereNoLabelHasAsManyDisks_theRefusalSaysHowManyTheyHave() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> YARN.volumes(3))
                .withMessageContainingAll("disks cannot be 3", "1 or 2", "launch.yarn.labels")
                .satisfies(refused -> assertThat(refused.field()).isEqualTo("disks"));
    }
}
