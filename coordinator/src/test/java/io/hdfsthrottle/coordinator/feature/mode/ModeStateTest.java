package io.hdfsthrottle.coordinator.feature.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.mode.Mode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A canary among the modes: none enforces without being watched. */
final class ModeStateTest {
    private static final Canary CANARY = Canary.of("dn1", Bounds.USUAL);
    private static final ModeState SHADOW = ModeState.INITIAL.withCluster(Optional.of(Mode.SHADOW));
    private static final ModeState TRIED = SHADOW.withCanary(CANARY);

    @Test
    void canary_enforces_andGoesBackToShadowWhenItFails() {
        assertThat(TRIED.modes().of("dn1")).contains(Mode.ENFORCE);
        assertThat(TRIED.modes().of("dn2")).contains(Mode.SHADOW);

        ModeState failed = TRIED.withFailed(CANARY, "it is slow");
        assertThat(failed.modes().of("dn1")).contains(Mode.SHADOW);
        assertThat(failed.canary().orElseThrow().failed()).contains("it is slow");
        assertThat(failed.withFailed(CANARY, "late")).isEqualTo(failed);
        assertThat(failed.withoutCanary()).isEqualTo(SHADOW);
    }

    @Test
    void canaryOfAClusterThatIsSwitched_goesByThatMode_alsoLater() {
        ModeState off = TRIED.withCluster(Optional.of(Mode.OFF));
        assertThat(off.canary()).isEmpty();
        assertThat(off.withCluster(Optional.of(Mode.SHADOW)).modes().of("dn1")).contains(Mode.SHADOW);
    }

    @Test
    void otherCanary_takesThePlaceOfTheFirst() {
        ModeState other = TRIED.withCanary(Canary.of("dn2", Bounds.USUAL));
        assertThat(other.modes().of("dn1")).contains(Mode.SHADOW);
        assertThat(other.modes().of("dn2")).contains(Mode.ENFORCE);
        assertThat(other.withFailed(CANARY, "it was slow")).isEqualTo(other);
    }

    @Test
    void nodeWhoseModeIsSet_isNoCanaryAnyMore() {
        assertThat(TRIED.withNode("dn1", Optional.of(Mode.OFF)).canary()).isEmpty();
        assertThat(TRIED.withNode("dn2", Optional.of(Mode.OFF)).canary()).contains(CANARY);
    }

    @Test
    void boundsOutOfRange_areRefusedByName() {
        assertThatThrownBy(() -> new Bounds(100, 50, 0, 15))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("slowerPercent");
        assertThatThrownBy(() -> new Bounds(150, 50, 0, 0)).hasMessageContaining("forSeconds");
    }
}
