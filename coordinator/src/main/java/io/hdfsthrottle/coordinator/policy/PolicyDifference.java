package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What differs between two policies.
 *
 * @param tenants those that one of them has or that differ, by name
 * @param rules the names of those that one of them has or that differ, in the order of the later policy
 * @param reordered whether the rules that both have are in another order
 */
public record PolicyDifference(List<Tenant> tenants, List<String> rules, boolean reordered) {
    /** Compares them. */
    public static PolicyDifference between(Policy before, Policy after) {
        Set<Tenant> tenants = new TreeSet<>();
        before.tenants().forEach(terms -> tenants.add(terms.tenant()));
        after.tenants().forEach(terms -> tenants.add(terms.tenant()));
        tenants.removeIf(tenant -> before.terms(tenant).equals(after.terms(tenant)));
        Set<String> rules = new LinkedHashSet<>(after.ruleNames());
        rules.addAll(before.ruleNames());
        rules.removeIf(name -> before.rules().named(name).equals(after.rules().named(name)));
        return new PolicyDifference(
                List.copyOf(tenants),
                List.copyOf(rules),
                !namesAlsoIn(before, after).equals(namesAlsoIn(after, before)));
    }

    private static List<String> namesAlsoIn(Policy other, Policy policy) {
        return policy.rules().rules().stream()
                .map(TenantRule::name)
                .filter(name -> other.rules().named(name).isPresent())
                .toList();
    }

    /** In a few words, for people. */
    @Override
    public String toString() {
        return tenants.size() + " of the tenants and " + rules.size() + " of the rules differ"
                + (reordered ? ", and the order of the rules" : "");
    }
}
