package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The patterns of a rule as users write them.
 *
 * @param patterns by the fact they match, for example {@code etl-*} for the user; an absent fact does not matter
 */
public record RuleMatch(Map<Fact, String> patterns) {
    /** @throws InvalidInput naming a malformed pattern */
    public RuleMatch {
        Map<Fact, String> given = new EnumMap<>(Fact.class);
        given.putAll(patterns);
        given.values().removeIf(Objects::isNull);
        given.forEach(RuleMatch::check);
        patterns = Collections.unmodifiableMap(given);
    }

    public static RuleMatch of(TenantRule rule) {
        return new RuleMatch(rule.match());
    }

    private static void check(Fact fact, String written) {
        try {
            TenantRule.of("probe", Map.of(fact, written), Tenant.DEFAULT);
        } catch (IllegalArgumentException malformed) {
            throw new InvalidInput("match." + fact.member(), written, malformed.getMessage());
        }
    }

    /** The rule that maps matching callers to that tenant. */
    public TenantRule to(String name, Tenant tenant) {
        return TenantRule.of(name, patterns, tenant);
    }

    /** The patterns of all facts, by their names in JSON; null for what does not matter. */
    public Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        for (Fact fact : Fact.values()) {
            members.put(fact.member(), patterns.get(fact));
        }
        return members;
    }
}
