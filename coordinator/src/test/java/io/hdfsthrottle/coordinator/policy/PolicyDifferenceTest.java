package io.hdfsthrottle.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class PolicyDifferenceTest {
    private static final Tenant GOLD = Tenant.named("gold");

    private static final Policy THREE = Policy.INITIAL
            .with(TenantTerms.of(GOLD, 8))
            .withRule(rule("a", "alice"), OptionalInt.empty())
            .withRule(rule("b", "bob"), OptionalInt.empty())
            .withRule(rule("c", "carol"), OptionalInt.empty());

    private static TenantRule rule(String name, String user) {
        return TenantRule.of(name, Map.of(Fact.USER, user), GOLD);
    }

    @Test
    void samePolicy_differsInNothing() {
        assertThat(PolicyDifference.between(THREE, THREE)).isEqualTo(new PolicyDifference(List.of(), List.of(), false));
    }

    @Test
    void whatIsAddedChangedAndDeleted_isNamed() {
        Policy after = THREE.with(TenantTerms.of(Tenant.named("silver"), 4))
                .with(TenantTerms.of(Tenant.BALANCER, 2))
                .withoutRule("b")
                .withRule(rule("c", "carl"), OptionalInt.empty())
                .withRule(rule("d", "dave"), OptionalInt.empty());

        PolicyDifference differs = PolicyDifference.between(THREE, after);

        assertThat(differs.tenants()).containsExactly(Tenant.BALANCER, Tenant.named("silver"));
        assertThat(differs.rules()).containsExactly("c", "d", "b");
        assertThat(differs.reordered()).isFalse();
        assertThat(differs).hasToString("2 of the tenants and 3 of the rules differ");
    }

    @Test
    void ruleThatIsPutFirst_isAnotherOrder_andANewOneBeforeTheOthersIsNone() {
        Policy moved = THREE.withRule(rule("c", "carol"), OptionalInt.of(1));
        Policy added = THREE.withRule(rule("d", "dave"), OptionalInt.of(1));

        assertThat(PolicyDifference.between(THREE, moved)).isEqualTo(new PolicyDifference(List.of(), List.of(), true));
        assertThat(PolicyDifference.between(THREE, added))
                .isEqualTo(new PolicyDifference(List.of(), List.of("d"), false));
    }
}
