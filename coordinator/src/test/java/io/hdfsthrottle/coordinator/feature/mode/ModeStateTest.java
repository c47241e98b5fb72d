package io.hdfsthrottle.coordinator.feature.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.mode.Mode;
import java.nio.charset.StandardCharsets;
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
        ModeState enforced = TRIED.withNode("dn1", Optional.of(Mode.ENFORCE));
        assertThat(enforced).isEqualTo(SHADOW.withNode("dn1", Optional.of(Mode.ENFORCE)));
        assertThat(TRIED.withNode("dn1", Optional.empty())).isEqualTo(SHADOW);
        assertThat(TRIED.withNode("dn2", Optional.of(Mode.OFF)).canary()).contains(CANARY);
    }

    @Test
    void nodeWithAnotherModeOfItsOwn_isNoCanary_andThatOfShadowHoldsAgainAfterwards() {
        for (Mode own : new Mode[] {Mode.OFF, Mode.ENFORCE}) {
            assertThatThrownBy(() -> SHADOW.withNode("dn1", Optional.of(own)).withCanary(CANARY))
                    .isInstanceOf(InvalidInput.class)
                    .hasMessageContaining("dn1 has the mode " + own.label() + " of its own");
        }
        ModeState own = SHADOW.withNode("dn1", Optional.of(Mode.SHADOW));
        ModeState tried = own.withCanary(CANARY);
        assertThat(tried.modes().of("dn1")).contains(Mode.ENFORCE);
        assertThat(tried.withoutCanary()).isEqualTo(own);
        assertThat(tried.withFailed(CANARY, "it is slow").nodes()).isEqualTo(own.nodes());
        assertThat(tried.withCanary(Canary.of("dn2", Bounds.USUAL)).modes().of("dn1"))
                .contains(Mode.SHADOW);
    }

    @Test
    void boundsOutOfRange_areRefusedByName() {
        assertThatThrownBy(() -> new Bounds(100, 50, 0, 15, Optional.empty()))
                .isInstanceOf(InvalidInput.class)
                .hasMessageContaining("slowerPercent");
        assertThatThrownBy(() -> new Bounds(150, 50, 0, 0, Optional.empty())).hasMessageContaining("forSeconds");
        assertThatThrownBy(() -> new Bounds(150, 50, 0, 15, Optional.of(124))).hasMessageContaining("p99Percent");
        assertThat(new Bounds(150, 50, 0, 15, Optional.of(0))).isEqualTo(Bounds.USUAL);
        assertThat(Bounds.USUAL)
                .hasToString("slowerPercent=150,throughputPercent=50,errors=0,forSeconds=15,p99Percent=0");
    }

    @Test
    void boundOfReads_isStored_andLeftOutWhereThereIsNone_asOlderCoordinatorsDo() {
        Snapshot<ModeState, ModeState> modes = Snapshot.of("modes", 1, ModeState.INITIAL, ModeState.class);
        ModeState bounded = SHADOW.withCanary(Canary.of("dn1", new Bounds(150, 50, 0, 15, Optional.of(200))));
        assertThat(modes.read(modes.write(bounded))).isEqualTo(bounded);
        assertThat(new String(modes.write(TRIED), StandardCharsets.UTF_8)).doesNotContain("p99Percent");
        assertThat(modes.read(modes.write(TRIED))).isEqualTo(TRIED);
    }
}
