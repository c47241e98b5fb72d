package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.Caller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The ordered rules that map callers to tenants; the first that matches wins. Immutable. */
public final class TenantRules {

    /** No rules: nobody is matched. */
    public static final TenantRules NONE = new TenantRules(Collections.emptyList());

    private final List<TenantRule> rules;

    private TenantRules(List<TenantRule> rules) {
        this.rules = Collections.unmodifiableList(new ArrayList<>(rules));
    }

    /** The rules in this order. */
    public static TenantRules of(List<TenantRule> rules) {
        return rules.isEmpty() ? NONE : new TenantRules(rules);
    }

    /** The first rule that the caller looks like, or nothing. */
    public Optional<TenantRule> firstMatch(Caller caller) {
        for (TenantRule rule : rules) {
            if (rule.matches(caller)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /** The rules, in order; not modifiable. */
    public List<TenantRule> rules() {
        return rules;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TenantRules && ((TenantRules) other).rules.equals(rules);
    }

    @Override
    public int hashCode() {
        return rules.hashCode();
    }

    @Override
    public String toString() {
        return rules.toString();
    }
}
