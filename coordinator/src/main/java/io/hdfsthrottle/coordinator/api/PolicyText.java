package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.PolicyDifference;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.RuleJson;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A whole policy as JSON, as operators keep it in a file: tenants by name, rules in the order in which they decide.
 *
 * @param rules each as {@link RuleJson} writes it
 */
record PolicyText(List<TenantText> tenants, List<Map<String, Object>> rules) {
    /** A tenant; no limit is null. */
    record TenantText(
            String tenant,
            int priority,
            long reservationBytesPerSecond,
            Long limitBytesPerSecond,
            String shortCircuit) {
        private static TenantText of(TenantTerms terms) {
            return new TenantText(
                    terms.tenant().name(),
                    terms.priority(),
                    terms.reservation().bytesPerSecond(),
                    terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond(),
                    terms.shortCircuit().label());
        }
    }

    /**
     * What is different of a tenant or a rule, or of the order of rules.
     *
     * @param before null if it was not there
     * @param after null if it is no longer there
     */
    record Change(String entry, Object before, Object after) {}

    static PolicyText of(Policy policy) {
        return new PolicyText(
                policy.tenants().stream().map(TenantText::of).toList(),
                policy.rules().rules().stream().map(RuleJson::write).toList());
    }

    /** Reads {@code tenants} and {@code rules}; a built-in tenant that is absent is as in a new cluster. */
    static Policy read(RequestBody body) {
        Policy policy = Policy.INITIAL;
        Set<Tenant> tenants = new HashSet<>();
        for (RequestBody entry : body.entries(
                "tenants",
                "a list of tenants, for example [{\"tenant\": \"gold\", \"priority\": 8}]",
                "tenant",
                "priority",
                "reservationBytesPerSecond",
                "limitBytesPerSecond",
                "shortCircuit")) {
            TenantTerms terms = entry.make(
                    each -> TenantRoutes.terms(TenantTerms.tenantNamed("tenant", each.text("tenant")), each));
            entry.refuseUnless(tenants.add(terms.tenant()), "tenant", "the name of a tenant once, not twice");
            Policy before = policy;
            policy = entry.make(each -> before.with(terms));
        }
        Set<String> rules = new HashSet<>();
        for (RequestBody entry : body.entries(
                "rules",
                "a list of rules in their order, for example [{\"rule\": \"etl\", \"match\": {\"user\": \"etl-*\"}, \"tenant\":"
                        + " \"default\"}]",
                "rule",
                "match",
                "tenant")) {
            TenantRule rule = entry.make(each -> RuleRoutes.rule(each.text("rule"), each));
            entry.refuseUnless(rules.add(rule.name()), "rule", "the name of a rule once, not twice");
            Policy before = policy;
            policy = entry.make(each -> before.withRule(rule, OptionalInt.empty()));
        }
        return policy;
    }

    /** What differs, tenants first. */
    static List<Change> changes(Policy before, Policy after) {
        PolicyDifference differs = PolicyDifference.between(before, after);
        List<Change> changes = new ArrayList<>();
        for (Tenant tenant : differs.tenants()) {
            changes.add(new Change("tenant " + tenant, text(tenant, before), text(tenant, after)));
        }
        for (String rule : differs.rules()) {
            changes.add(new Change("rule " + rule, text(rule, before), text(rule, after)));
        }
        if (differs.reordered()) {
            changes.add(new Change(
                    "order of rules", Map.of("rules", before.ruleNames()), Map.of("rules", after.ruleNames())));
        }
        return changes;
    }

    private static TenantText text(Tenant tenant, Policy policy) {
        return policy.terms(tenant).map(TenantText::of).orElse(null);
    }

    private static Map<String, Object> text(String rule, Policy policy) {
        return policy.rules().named(rule).map(RuleJson::write).orElse(null);
    }
}
