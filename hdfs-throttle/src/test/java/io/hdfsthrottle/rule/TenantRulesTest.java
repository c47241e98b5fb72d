package io.hdfsthrottle.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TenantRulesTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Caller ALICE =
            Caller.UNKNOWN.at("10.1.2.3").claiming("gold").ofApplication("app-1", "alice", true);

    @Test
    void firstRuleThatMatches_wins() {
        TenantRule first = TenantRule.of("first", "al*", null, null, null, GOLD);
        TenantRule second = TenantRule.of("second", "alice", null, null, null, BRONZE);
        assertThat(TenantRules.of(List.of(first, second)).firstMatch(ALICE)).contains(first);
        assertThat(TenantRules.of(List.of(second, first)).firstMatch(ALICE)).contains(second);
    }

    @Test
    void callerThatNoRuleLooksLike_isMatchedByNone() {
        assertThat(TenantRules.of(List.of(TenantRule.of("bob", "bob", null, null, null, GOLD)))
                        .firstMatch(ALICE))
                .isEmpty();
        assertThat(TenantRules.NONE.firstMatch(ALICE)).isEmpty();
        assertThat(TenantRules.of(List.of())).isSameAs(TenantRules.NONE);
    }

    @Test
    void rule_matchesOnlyIfEveryPatternDoes() {
        assertThat(TenantRule.of("r", "alice", "app-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isTrue();
        assertThat(TenantRule.of("r", "bob", "app-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "job-*", "10.1.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "app-*", "10.2.0.0/16", "gold", GOLD)
                        .matches(ALICE))
                .isFalse();
        assertThat(TenantRule.of("r", "alice", "app-*", "10.1.0.0/16", "silver", GOLD)
                        .matches(ALICE))
                .isFalse();
    }

    @Test
    void pattern_neverMatchesWhatIsUnknown() {
        assertThat(TenantRule.of("r", "*", null, null, null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, "*", null, null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, "0.0.0.0/0", null, GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, null, "*", GOLD).matches(Caller.UNKNOWN))
                .isFalse();
        assertThat(TenantRule.of("r", null, null, null, null, GOLD).matches(Caller.UNKNOWN))
                .isTrue();
    }

    @Test
    void rule_withAMalformedPattern_isRefusedNamingThePart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TenantRule.of("r", "a b", null, null, null, GOLD))
                .withMessageContaining("'user'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TenantRule.of("r", null, null, "nowhere", null, GOLD))
                .withMessageContaining("'nowhere'");
    }

    @Test
    void rules_cannotBeChangedFromOutside() {
        TenantRules rules = TenantRules.of(List.of(TenantRule.of("r", null, null, null, null, GOLD)));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> rules.rules().clear());
    }

    @Test
    void rulesWithTheSameText_areEqual() {
        TenantRule one = TenantRule.of("r", "a", "b", "10.0.0.1", "c", GOLD);
        TenantRule same = TenantRule.of("r", "a", "b", "10.0.0.1", "c", GOLD);
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(one.user()).contains("a");
        assertThat(one.application()).contains("b");
        assertThat(one.address()).contains("10.0.0.1");
        assertThat(one.claims()).contains("c");
        assertThat(TenantRules.of(List.of(one))).isEqualTo(TenantRules.of(List.of(same)));
        assertThat(one).isNotEqualTo(TenantRule.of("r", "a", "b", "10.0.0.1", "c", BRONZE));
    }
}
