package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * All tenants and rules of a cluster, always consistent: the built-in tenants exist, and every rule names an existing
 * tenant. Immutable; a change makes a new policy or is refused as a whole.
 */
public final class Policy {
    /** The policy of a new cluster: the built-in tenants, no rules. */
    public static final Policy INITIAL = new Policy(builtIn(), TenantRules.NONE);

    /** Tenants that repair data have a higher priority than user work; balancing repairs nothing. */
    private static final int REPAIRING = 10;

    private static final int OTHERS = 1;

    /** Maximum number of tenants in a cluster. */
    static final int MOST_TENANTS = 1_000;

    /** Maximum number of rules in a cluster. */
    static final int MOST_RULES = 1_000;

    private final Map<Tenant, TenantTerms> tenants;
    private final TenantRules rules;

    private static Map<Tenant, TenantTerms> builtIn() {
        Map<Tenant, TenantTerms> terms = new TreeMap<>();
        for (Tenant tenant : TenantTerms.BUILT_IN) {
            boolean repairs = tenant.isSystem() && !tenant.equals(Tenant.BALANCER);
            terms.put(tenant, TenantTerms.of(tenant, repairs ? REPAIRING : OTHERS));
        }
        return terms;
    }

    private Policy(Map<Tenant, TenantTerms> tenants, TenantRules rules) {
        this.tenants = tenants;
        this.rules = rules;
    }

    /** By name. */
    public Collection<TenantTerms> tenants() {
        return Collections.unmodifiableCollection(tenants.values());
    }

    public Optional<TenantTerms> terms(Tenant tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    /** That tenant's priority; 1 if it does not exist. */
    public int priority(Tenant tenant) {
        return terms(tenant).map(TenantTerms::priority).orElse(1);
    }

    public TenantRules rules() {
        return rules;
    }

    public Optional<TenantRule> rule(String name) {
        return rules.rules().stream().filter(rule -> rule.name().equals(name)).findFirst();
    }

    /** The names of all rules, in order, for messages that say which there are. */
    public List<String> ruleNames() {
        return rules.rules().stream().map(TenantRule::name).toList();
    }

    /** The names of all tenants, for messages that say what is permitted. */
    public List<String> tenantNames() {
        return tenants.keySet().stream().map(Tenant::name).toList();
    }

    /** This policy with that tenant added or changed. */
    public Policy with(TenantTerms terms) {
        if (!tenants.containsKey(terms.tenant()) && tenants.size() >= MOST_TENANTS) {
            throw new InvalidInput(
                    "tenant", terms.tenant(), "one of the " + MOST_TENANTS + " tenants there already are");
        }
        Map<Tenant, TenantTerms> changed = new TreeMap<>(tenants);
        changed.put(terms.tenant(), terms);
        return new Policy(changed, rules);
    }

    /** This policy without that tenant, unless it is built in or a rule names it; the same when there is none. */
    public Policy without(Tenant tenant) {
        if (TenantTerms.BUILT_IN.contains(tenant)) {
            throw new InUse("tenant " + tenant + " is built in; it can be changed, not deleted");
        }
        rules.rules().stream()
                .filter(rule -> rule.tenant().equals(tenant))
                .findFirst()
                .ifPresent(rule -> {
                    throw new InUse("rule " + rule.name() + " names tenant " + tenant + "; change or delete it first");
                });
        Map<Tenant, TenantTerms> changed = new TreeMap<>(tenants);
        changed.remove(tenant);
        return new Policy(changed, rules);
    }

    /**
     * This policy with that rule added or changed.
     *
     * @param position its position, 1 for the first; if absent, the rule keeps its position or is appended
     */
    public Policy withRule(TenantRule rule, OptionalInt position) {
        checkRuleName(rule.name());
        if (!tenants.containsKey(rule.tenant())) {
            throw new InvalidInput("tenant", rule.tenant(), tenantNames());
        }
        List<TenantRule> changed = new ArrayList<>(rules.rules());
        int before = ruleNames().indexOf(rule.name());
        if (before >= 0) {
            changed.remove(before);
        } else if (changed.size() >= MOST_RULES) {
            throw new InvalidInput("rule", rule.name(), "one of the " + MOST_RULES + " rules there already are");
        }
        int last = changed.size() + 1;
        if (position.isPresent() && (position.getAsInt() < 1 || position.getAsInt() > last)) {
            throw new InvalidInput("position", position.getAsInt(), "a whole number from 1 to " + last);
        }
        int index = position.isPresent() ? position.getAsInt() - 1 : before >= 0 ? before : changed.size();
        changed.add(index, rule);
        return new Policy(tenants, TenantRules.of(changed));
    }

    /** This policy without the rule of that name; the same when there is none. */
    public Policy withoutRule(String name) {
        return new Policy(
                tenants,
                TenantRules.of(rules.rules().stream()
                        .filter(rule -> !rule.name().equals(name))
                        .toList()));
    }

    /** Validates a rule's name from an untrusted source: it has the syntax of a tenant's. */
    public static String checkRuleName(String name) {
        if (Tenant.parse(name).isEmpty()) {
            throw new InvalidInput("rule", name, Tenant.ruleFor(name));
        }
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Policy policy && tenants.equals(policy.tenants) && rules.equals(policy.rules);
    }

    @Override
    public int hashCode() {
        return 31 * tenants.hashCode() + rules.hashCode();
    }

    @Override
    public String toString() {
        return tenants.values() + " " + rules;
    }
}
