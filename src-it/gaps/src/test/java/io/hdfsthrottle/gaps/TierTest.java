package io.hdfsthrottle.gaps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

final class TierTest {

    @Test
    void environment_saysWhichTier() {
        assertThat(Tier.of(Map.of())).isEqualTo(Tier.AVAILABLE);
        assertThat(Tier.of(Map.of("CI", "true"))).isEqualTo(Tier.COMPLETE);
        assertThat(Tier.of(Map.of("CI", "false"))).isEqualTo(Tier.AVAILABLE);
        assertThat(Tier.of(Map.of("CI", "true", Tier.VARIABLE, "portable"))).isEqualTo(Tier.PORTABLE);
    }

    @Test
    void whatIsMissing_failsOnlyWhereEverythingHasToRun() {
        assertThatThrownBy(() -> Tier.AVAILABLE.needs(false, "fio"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("fio");
        assertThatThrownBy(() -> Tier.PORTABLE.needs(false, "fio"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("portable tier: fio");
        assertThatThrownBy(() -> Tier.COMPLETE.needs(false, "fio"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("fio");
    }

    @Test
    void portableTier_leavesPrivilegedTestsOut_evenWhereTheyCouldRun() {
        assertThatThrownBy(() -> Tier.PORTABLE.needsPrivilege(true, "root"))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("portable tier: root");
        assertThatCode(() -> {
                    Tier.AVAILABLE.needsPrivilege(true, "root");
                    Tier.COMPLETE.needsPrivilege(true, "root");
                    Tier.PORTABLE.needs(true, "fio");
                })
                .doesNotThrowAnyException();
    }
}
