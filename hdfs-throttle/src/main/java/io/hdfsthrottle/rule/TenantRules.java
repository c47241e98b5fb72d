package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.Caller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The ordered rules that map callers to tenants; the first that matches wins. Immutable. */
public final class TenantRules {

    /** No rules: no caller is matched. */
    public static final TenantRules NONE = new TenantRules(Collections.emptyList());

    /**
     * The facts of an application that only a node knows. Its client's name is its tag, and addresses never count for
     * it.
     */
    private static final Set<Fact> LEFT_TO_NODES = EnumSet.of(Fact.GROUP, Fact.OPERATION, Fact.POOL);

    private static final Set<Fact> DECIDED = EnumSet.complementOf(EnumSet.of(Fact.GROUP, Fact.OPERATION, Fact.POOL));

    private final List<TenantRule> rules;
    private final Map<String, TenantRule> byName = new HashMap<>();
    private final boolean lookAtAddresses;

    private TenantRules(List<TenantRule> rules) {
        this.rules = Collections.unmodifiableList(new ArrayList<>(rules));
        rules.forEach(rule -> byName.putIfAbsent(rule.name(), rule));
        this.lookAtAddresses = rules.stream().anyMatch(rule -> rule.looksAt(Fact.ADDRESS));
    }

    /** The rules in this order. */
    public static TenantRules of(List<TenantRule> rules) {
        return rules.isEmpty() ? NONE : new TenantRules(rules);
    }

    /** The first rule that the caller matches, or nothing. */
    public Optional<TenantRule> firstMatch(Caller caller) {
        for (TenantRule rule : rules) {
            if (rule.matches(caller)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /**
     * The decision of these rules on an application as its coordinator knows it: only nodes know where it runs, the
     * groups of its user and its operations, and they {@link #settle} what that leaves open.
     */
    public Decision decide(Caller application) {
        List<TenantRule> undecided = new ArrayList<>();
        for (TenantRule rule : rules) {
            if (rule.matches(application, LEFT_TO_NODES)) {
                if (LEFT_TO_NODES.stream().noneMatch(rule::looksAt)) {
                    return new Decision(Optional.of(rule), undecided);
                }
                if (application.user().isPresent() || !rule.looksAt(Fact.GROUP)) {
                    undecided.add(rule);
                }
            }
        }
        return new Decision(Optional.empty(), undecided);
    }

    /**
     * The first of the rules that {@link #decide} left undecided whose other conditions the caller meets, too, or
     * nothing.
     *
     * @param undecided their names, in order; those of rules that no longer exist are ignored
     */
    public Optional<TenantRule> settle(List<String> undecided, Caller caller) {
        for (String name : undecided) {
            TenantRule rule = byName.get(name);
            if (rule != null && rule.matches(caller, DECIDED)) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    /** The decision of the rules on an application. Immutable. */
    public static final class Decision {

        private final Optional<TenantRule> rule;
        private final List<TenantRule> undecided;

        private Decision(Optional<TenantRule> rule, List<TenantRule> undecided) {
            this.rule = rule;
            this.undecided = List.copyOf(undecided);
        }

        /** The rule that applies unless one of the undecided does; nothing if there is none. */
        public Optional<TenantRule> rule() {
            return rule;
        }

        /** The rules before it that may apply, in order. */
        public List<TenantRule> undecided() {
            return undecided;
        }
    }

    /** The rule of that name, if there is one. */
    public Optional<TenantRule> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether any of them has a pattern for an address. */
    public boolean matchAddresses() {
        return lookAtAddresses;
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
