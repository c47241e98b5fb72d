package io.hdfsthrottle.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public final class RuleMatchTest {
    /** The patterns for these facts; null for "does not matter". */
    public static RuleMatch match(String user, String application, String address, String claims) {
        Map<Fact, String> patterns = new HashMap<>();
        patterns.put(Fact.USER, user);
        patterns.put(Fact.APPLICATION, application);
        patterns.put(Fact.ADDRESS, address);
        patterns.put(Fact.CLAIMS, claims);
        return new RuleMatch(patterns);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.0.0/33", "10.1.0", "example.com", "::1/129", "10.1.0.0/", ""})
    void address_isNumeric(String address) {
        InvalidInput refused = catchThrowableOfType(InvalidInput.class, () -> match(null, null, address, null));

        assertThat(refused.field()).isEqualTo("match.address");
        assertThat(refused.permitted()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\nb", "\u202eevil", "a'--"})
    void pattern_isOfNameCharacters(String user) {
        assertThat(catchThrowableOfType(InvalidInput.class, () -> match(user, null, null, null))
                        .field())
                .isEqualTo("match.user");
    }

    @ParameterizedTest
    @CsvSource({
        "10.1, 10.1.0.0/16",
        "10.1.*, 10.1.0.0/16",
        "10.1.0.0/33, 10.1.0.0/16",
        "10.1.0.0/255.255.0.0, 10.1.0.0/16",
        "10.1.2.300, 10.1.2.0/24",
        "10.1.2.3/x, 10.1.2.3",
        "::1/129, ::1",
        "10::1/129, 10::1",
        "dn1.example.com, 10.1.0.0/16",
        "0x7f.0.0.1, 10.1.0.0/16",
        "0.0.0.0/33, 0.0.0.0/8"
    })
    void refusalOfAnAddress_saysOneThatIsLikeIt(String address, String like) {
        assertThat(catchThrowableOfType(InvalidInput.class, () -> match(null, null, address, null)))
                .hasMessageEndingWith("for example " + like);
        assertThat(match(null, null, like, null)).isNotNull();
    }

    @Test
    void refusalOfAGroupWithABlank_saysWhatStandsForTheBlank() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> new RuleMatch(Map.of(Fact.GROUP, "domain users")))
                .withMessageStartingWith("match.group cannot be domain users; permitted: ")
                .withMessageEndingWith("a blank too; for example domain?users");
    }

    @Test
    void refusalOfANameOrTenant_saysOneThatIsLikeIt() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Policy.checkRuleName("domain users"))
                .withMessageEndingWith("for example domain-users");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> TenantTerms.tenantNamed("tenant", "gold plus"))
                .withMessageEndingWith("for example gold-plus");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> TenantTerms.of(Tenant.named("hdfs.mine"), 1))
                .withMessageEndingWith("for example hdfs-mine");
    }

    @Test
    void pattern_isShort() {
        assertThat(catchThrowableOfType(InvalidInput.class, () -> match(null, "a".repeat(129), null, null))
                        .field())
                .isEqualTo("match.application");
    }

    @Test
    void rule_comesBackAsItWasWritten() {
        RuleMatch match = match("etl-*", "app-?", "10.1.0.0/16", "gold");

        assertThat(RuleMatch.of(match.to("etl", Tenant.DEFAULT))).isEqualTo(match);
    }
}
