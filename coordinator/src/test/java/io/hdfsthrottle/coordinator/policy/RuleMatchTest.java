package io.hdfsthrottle.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.identity.Tenant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RuleMatchTest {
    @ParameterizedTest
    @ValueSource(strings = {"10.1.0.0/33", "10.1.0", "example.com", "::1/129", "10.1.0.0/", ""})
    void address_isNumeric(String address) {
        InvalidInput refused = catchThrowableOfType(InvalidInput.class, () -> new RuleMatch(null, null, address, null));

        assertThat(refused.field()).isEqualTo("match.address");
        assertThat(refused.permitted()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "\u202eevil", "a'--"})
    void pattern_isOfNameCharacters(String user) {
        assertThat(catchThrowableOfType(InvalidInput.class, () -> new RuleMatch(user, null, null, null))
                        .field())
                .isEqualTo("match.user");
    }

    @Test
    void pattern_isShort() {
        assertThat(catchThrowableOfType(InvalidInput.class, () -> new RuleMatch(null, "a".repeat(129), null, null))
                        .field())
                .isEqualTo("match.application");
    }

    @Test
    void rule_comesBackAsItWasWritten() {
        RuleMatch match = new RuleMatch("etl-*", "app-?", "10.1.0.0/16", "gold");

        assertThat(RuleMatch.of(match.to("etl", Tenant.DEFAULT))).isEqualTo(match);
    }
}
