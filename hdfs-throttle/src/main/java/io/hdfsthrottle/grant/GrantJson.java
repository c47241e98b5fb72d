package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A grant as JSON: on the wire and in the file that survives a restart. Refused whole when any part is wrong. */
public final class GrantJson {

    /** How many tenants, rules or applications one grant may hold. */
    public static final int MOST_ENTRIES = 20_000;

    /** How many rules there may be for a node to decide about one application: as many as a cluster can have. */
    private static final int MOST_UNDECIDED = 1_000;

    private GrantJson() {}

    /** The grant as one line of JSON. */
    public static String write(Grant grant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cluster", grant.cluster());
        json.put("epoch", grant.version().epoch());
        json.put("sequence", grant.version().sequence());
        json.put("defaultTenant", grant.defaultTenant().name());
        List<Object> tenants = new ArrayList<>();
        for (Terms terms : grant.terms()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", terms.tenant().name());
            entry.put("weight", terms.weight());
            entry.put("reservation", terms.reservation().bytesPerSecond());
            entry.put(
                    "limit", terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond());
            tenants.add(entry);
        }
        json.put("tenants", tenants);
        List<Object> rules = new ArrayList<>();
        for (TenantRule rule : grant.rules().rules()) {
            rules.add(RuleJson.write(rule));
        }
        json.put("rules", rules);
        List<Object> applications = new ArrayList<>();
        for (GrantedApplication application : grant.applications()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("application", application.application());
            entry.put("user", application.user());
            entry.put("tenant", application.tenant().name());
            entry.put("notBefore", application.notBefore());
            entry.put("rule", application.rule().orElse(null));
            if (!application.undecided().isEmpty()) {
                entry.put("undecided", application.undecided());
            }
            applications.add(entry);
        }
        json.put("applications", applications);
        return JsonObject.write(json);
    }

    /**
     * Reads a grant.
     *
     * @throws MalformedJsonException if the text is not JSON or a member is missing or of the wrong type
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static Grant read(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        List<Terms> terms = new ArrayList<>();
        for (JsonObject entry : json.objects("tenants", MOST_ENTRIES)) {
            terms.add(Terms.of(
                    Tenant.named(entry.text("tenant")),
                    entry.number("weight"),
                    Rate.ofBytesPerSecond(entry.optionalCount("reservation").orElse(0L)),
                    entry.optionalCount("limit").map(Rate::ofBytesPerSecond).orElse(Rate.UNLIMITED)));
        }
        List<TenantRule> rules = new ArrayList<>();
        for (JsonObject entry : json.objects("rules", MOST_ENTRIES)) {
            rules.add(RuleJson.read(entry));
        }
        List<GrantedApplication> applications = new ArrayList<>();
        for (JsonObject entry : json.objects("applications", MOST_ENTRIES)) {
            applications.add(GrantedApplication.of(
                            entry.text("application"),
                            entry.text("user"),
                            Tenant.named(entry.text("tenant")),
                            entry.count("notBefore"))
                    .by(entry.optionalText("rule").orElse(null), entry.texts("undecided", MOST_UNDECIDED)));
        }
        return Grant.of(
                json.text("cluster"),
                GrantVersion.of(json.count("epoch"), json.count("sequence")),
                Tenant.named(json.text("defaultTenant")),
                terms,
                TenantRules.of(rules),
                applications);
    }
}
