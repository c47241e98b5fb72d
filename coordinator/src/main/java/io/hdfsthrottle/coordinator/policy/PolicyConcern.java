package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The policy as a replicated state: no coordinator leads with one that it does not understand. */
public final class PolicyConcern {
    public static final Concern<Policy> POLICY = new Concern<>(
            "policy",
            Policy.INITIAL,
            new Snapshot<>("policy", 1, Policy.INITIAL, Stored.class, Stored::of, Stored::policy),
            Unreadable.STOPS_LEADER);

    private PolicyConcern() {}

    private record Stored(Collection<TenantTerms> tenants, List<Rule> rules) {
        static Stored of(Policy policy) {
            return new Stored(
                    policy.tenants(),
                    policy.rules().rules().stream().map(Rule::of).toList());
        }

        Policy policy() {
            Policy policy = Policy.INITIAL;
            for (TenantTerms terms : tenants) {
                policy = policy.with(terms);
            }
            for (Rule rule : rules) {
                policy = policy.withRule(TenantRule.of(rule.name, rule.match, rule.tenant), OptionalInt.empty());
            }
            return policy;
        }
    }

    private record Rule(String name, Map<Fact, String> match, Tenant tenant) {
        static Rule of(TenantRule rule) {
            return new Rule(rule.name(), rule.match(), rule.tenant());
        }
    }
}
