package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes and reads a tenant rule as JSON: {@code {"rule": "etl", "match": {"user": "etl-*"}, "tenant": "bronze"}}. */
public final class RuleJson {

    private RuleJson() {}

    /** The members of a rule's object. */
    public static Map<String, Object> write(TenantRule rule) {
        Map<String, Object> match = new LinkedHashMap<>();
        rule.match().forEach((fact, pattern) -> match.put(fact.member(), pattern));
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("rule", rule.name());
        entry.put("match", match);
        entry.put("tenant", rule.tenant().name());
        return entry;
    }

    /**
     * Reads a rule. A rule with an unknown condition is refused: without that condition it would match too many
     * callers.
     *
     * @throws MalformedJsonException if a member is missing or of the wrong type
     * @throws IllegalArgumentException if a value is out of its range, or a pattern is for something unknown, which the
     *     message names
     */
    public static TenantRule read(JsonObject entry) throws MalformedJsonException {
        String name = entry.text("rule");
        JsonObject match = entry.object("match");
        Map<Fact, String> patterns = new EnumMap<>(Fact.class);
        for (String member : match.names()) {
            Fact fact = Fact.named(member)
                    .orElseThrow(() -> new IllegalArgumentException("rule '" + name + "' looks at '" + member
                            + "', which is not known here; known are " + String.join(", ", Fact.members())));
            patterns.put(fact, match.optionalText(member).orElse(null));
        }
        return TenantRule.of(name, patterns, Tenant.named(entry.text("tenant")));
    }
}
