package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One rule of the policy: callers that match its patterns belong to its tenant.
 *
 * <p>A pattern that is absent matches every caller; one that is present never matches a caller of whom that
 * {@link Fact} is unknown. Text patterns may hold {@code *} (anything) and {@code ?} (one character); the address
 * pattern is one address or a network in CIDR form, the operation a word. A rule with no pattern at all matches every
 * caller. Immutable.
 */
public final class TenantRule {

    private final String name;
    private final Map<Fact, Pattern> patterns;
    private final Tenant tenant;
    private final String text;

    private TenantRule(String name, Map<Fact, Pattern> patterns, Tenant tenant) {
        this.name = Objects.requireNonNull(name, "name");
        this.patterns = Collections.unmodifiableMap(patterns);
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.text = name + patterns + " -> " + tenant;
    }

    /**
     * A rule; each pattern may be null for "does not matter".
     *
     * @throws IllegalArgumentException if a pattern is malformed; the message names it and shows a good one
     */
    public static TenantRule of(
            String name, String user, String application, String address, String claims, Tenant tenant) {
        Map<Fact, String> match = new EnumMap<>(Fact.class);
        match.put(Fact.USER, user);
        match.put(Fact.APPLICATION, application);
        match.put(Fact.ADDRESS, address);
        match.put(Fact.CLAIMS, claims);
        return of(name, match, tenant);
    }

    /**
     * A rule with these patterns as users write them; null counts as absent.
     *
     * @throws IllegalArgumentException if a pattern is malformed; the message names it and shows a good one
     */
    public static TenantRule of(String name, Map<Fact, String> match, Tenant tenant) {
        Map<Fact, Pattern> patterns = new EnumMap<>(Fact.class);
        match.forEach((fact, written) -> {
            if (written != null) {
                patterns.put(fact, fact.parse(written));
            }
        });
        return new TenantRule(name, patterns, tenant);
    }

    /** Whether the caller matches this rule. Thread-safe; asks for groups only if all else matches. */
    public boolean matches(Caller caller) {
        return matches(caller, Set.of());
    }

    /** Whether the caller matches this rule, whatever these facts are. */
    boolean matches(Caller caller, Set<Fact> open) {
        for (Map.Entry<Fact, Pattern> each : patterns.entrySet()) {
            Fact fact = each.getKey();
            if (fact != Fact.GROUP && !open.contains(fact) && !fact.isMet(each.getValue(), caller)) {
                return false;
            }
        }
        // Last, because a question for a user's groups makes the host look them up.
        return open.contains(Fact.GROUP) || isMet(Fact.GROUP, caller);
    }

    private boolean isMet(Fact fact, Caller caller) {
        Pattern pattern = patterns.get(fact);
        return pattern == null || fact.isMet(pattern, caller);
    }

    /** The patterns that the caller does not meet, in the order of their facts; none if it matches this rule. */
    public List<Fact> missed(Caller caller) {
        return patterns.keySet().stream().filter(fact -> !isMet(fact, caller)).collect(Collectors.toList());
    }

    /** Whether it has a pattern for that fact. */
    boolean looksAt(Fact fact) {
        return patterns.containsKey(fact);
    }

    /** The rule's name. */
    public String name() {
        return name;
    }

    /** The tenant that its callers belong to. */
    public Tenant tenant() {
        return tenant;
    }

    /** All patterns as they were written, in the order of their facts. */
    public Map<Fact, String> match() {
        Map<Fact, String> match = new LinkedHashMap<>();
        patterns.forEach((fact, pattern) -> match.put(fact, pattern.toString()));
        return match;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TenantRule && ((TenantRule) other).text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
