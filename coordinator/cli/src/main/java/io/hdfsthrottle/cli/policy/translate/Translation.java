package io.hdfsthrottle.cli.policy.translate;

import io.hdfsthrottle.grant.RuleJson;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The tenants and rules that a file becomes, and what of it is left out. Bounded as a policy is. */
public final class Translation {
    /** A policy has as many, and the built-in tenants. */
    private static final int MOST_TENANTS = 1_000 - 1 - Tenant.SYSTEM.size();

    private static final int MOST_RULES = 1_000;

    /** The rest is counted. */
    private static final int MOST_COMMENTS = 1_000;

    private static final int LONGEST_NAME = 60;

    private final Source source;
    private final Map<String, Map<String, Object>> tenants = new LinkedHashMap<>();
    private final List<Map<String, Object>> rules = new ArrayList<>();
    private final Set<String> ruleNames = new TreeSet<>();
    private final List<String> comments = new ArrayList<>();
    private int left;

    Translation(Source source) {
        this.source = source;
    }

    /** As members of a policy file. */
    public Collection<Map<String, Object>> tenants() {
        return List.copyOf(tenants.values());
    }

    /** As members of a policy file, in their order. */
    public List<Map<String, Object>> rules() {
        return Collections.unmodifiableList(rules);
    }

    /** What does not translate, or not exactly, each with its place. */
    public List<String> comments() {
        List<String> all = new ArrayList<>(comments);
        if (left > 0) {
            all.add(left + " more lines do not translate");
        }
        return all;
    }

    void comment(int line, String text) {
        comment(source.at(line) + text);
    }

    /** Something about the whole. */
    void commentOnAll(String text) {
        comment(source.file() + ": " + text);
    }

    private void comment(String text) {
        if (comments.size() < MOST_COMMENTS) {
            comments.add(PlainText.of(text));
        } else {
            left++;
        }
    }

    /** Refuses a name that no tenant can have. */
    void check(int line, String what, String name) {
        if (Tenant.parse(name).isEmpty()) {
            throw source.refused(
                    line,
                    what + " '" + Source.shown(name) + "' is no name of a tenant, which has " + Tenant.ruleFor(name)
                            + "; rename it in a copy of the file");
        }
        if (Tenant.named(name).isSystem()) {
            throw source.refused(
                    line,
                    what + " '" + name + "' has the name of HDFS's own work, " + Tenant.SYSTEM_PREFIX
                            + "...; rename it in a copy of the file");
        }
    }

    /** Adds a tenant. */
    void tenant(int line, String what, String name, int priority, Long limitBytesPerSecond) {
        check(line, what, name);
        if (tenants.containsKey(name)) {
            throw source.refused(line, what + " '" + name + "' is there twice; remove one in a copy of the file");
        }
        if (tenants.size() >= MOST_TENANTS) {
            throw source.refused(
                    line,
                    "there are more than " + MOST_TENANTS
                            + " tenants, which is the most; put some together in a copy of" + " the file");
        }
        Map<String, Object> tenant = new LinkedHashMap<>();
        tenant.put("tenant", name);
        tenant.put("priority", priority);
        if (limitBytesPerSecond != null) {
            tenant.put("limitBytesPerSecond", limitBytesPerSecond);
        }
        tenants.put(name, tenant);
    }

    /** Adds a rule behind the others, for names that are meant as they are: no pattern matches more. */
    void rule(int line, String name, Map<Fact, String> match, String tenant) {
        if (rules.size() >= MOST_RULES) {
            throw source.refused(
                    line, "there are more than " + MOST_RULES + " rules, which is the most; remove some in a copy");
        }
        match.values().stream()
                .filter(value -> value.contains("*") || value.contains("?"))
                .findFirst()
                .ifPresent(value -> {
                    throw source.refused(
                            line,
                            "'" + Source.shown(value)
                                    + "' has a wildcard, so that a rule would match others, too; write"
                                    + " the whole name in a copy of the file");
                });
        try {
            TenantRule rule = TenantRule.of(ruleName(name), match, Tenant.named(tenant));
            rules.add(RuleJson.write(rule));
        } catch (IllegalArgumentException malformed) {
            throw source.refused(line, malformed.getMessage());
        }
    }

    /** One that no other rule has, like that text. */
    private String ruleName(String like) {
        String base = like.replaceAll("[^A-Za-z0-9._-]+", "-");
        base = base.substring(0, Math.min(base.length(), LONGEST_NAME));
        String name = base;
        for (int i = 2; !ruleNames.add(name); i++) {
            name = base + "-" + i;
        }
        return name;
    }
}
