package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PartTermsJson;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes and reads a grant as JSON: in the file that survives a restart, and its parts on the wire. A grant is refused
 * whole when any part is wrong.
 */
public final class GrantJson {

    /** How many tenants, rules or applications one grant may hold. */
    public static final int MOST_ENTRIES = 20_000;

    /** The most rules that a node may have to decide for one application: as many as a cluster can have. */
    private static final int MOST_UNDECIDED = 1_000;

    /** How many disks of one node may have terms of their own. */
    private static final int MOST_VOLUMES = 1_000;

    private static final String SHORT_CIRCUIT = "shortCircuit";
    private static final String MODES = "modes";

    private GrantJson() {}

    /** The whole grant as one line of JSON: what a node keeps over a restart. */
    public static String write(Grant grant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cluster", grant.cluster());
        json.put("epoch", grant.version().epoch());
        json.putAll(policy(grant));
        json.put("applications", applications(grant.applications()));
        json.put("terms", terms(grant.nodeTerms()));
        return JsonObject.write(json);
    }

    /** The policy of an epoch. */
    static Map<String, Object> policy(Grant grant) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sequence", grant.version().sequence());
        json.put("defaultTenant", grant.defaultTenant().name());
        json.put("tenants", tenants(grant.terms()));
        json.put("rules", grant.rules().rules().stream().map(RuleJson::write).collect(Collectors.toList()));
        if (!grant.leases().isEmpty()) {
            json.put("leases", leases(grant));
            json.put("leaseFloor", grant.floor());
        }
        if (grant.tellsModes()) {
            json.put(MODES, grant.modes().toJson());
        }
        return json;
    }

    private static List<Object> leases(Grant grant) {
        List<Object> leases = new ArrayList<>();
        grant.leases().forEach((volume, tenant) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("volume", volume);
            entry.put("tenant", tenant.name());
            if (grant.draining().contains(volume)) {
                entry.put("drain", true);
            }
            leases.add(entry);
        });
        return leases;
    }

    private static Grant leased(Grant policy, JsonObject json) throws MalformedJsonException {
        Map<String, Tenant> leases = new LinkedHashMap<>();
        Set<String> draining = new HashSet<>();
        for (JsonObject entry : json.objects("leases", MOST_ENTRIES)) {
            leases.put(entry.text("volume"), Tenant.named(entry.text("tenant")));
            if (entry.optionalFlag("drain")) {
                draining.add(entry.text("volume"));
            }
        }
        double floor = json.written("leaseFloor").isPresent() ? json.number("leaseFloor") : 0;
        return policy.withLeases(leases, draining).withFloor(floor);
    }

    private static List<Object> tenants(List<Terms> all) {
        List<Object> tenants = new ArrayList<>();
        for (Terms terms : all) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", terms.tenant().name());
            entry.put("weight", terms.weight());
            entry.put("reservation", terms.reservation().bytesPerSecond());
            entry.put(
                    "limit", terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond());
            if (terms.shortCircuit() != ShortCircuit.TCP) {
                entry.put(SHORT_CIRCUIT, terms.shortCircuit().label());
            }
            tenants.add(entry);
        }
        return tenants;
    }

    static List<Object> applications(List<GrantedApplication> all) {
        List<Object> applications = new ArrayList<>();
        for (GrantedApplication application : all) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("application", application.application());
            entry.put("user", application.user());
            entry.put("tenant", application.tenant().name());
            entry.put("notBefore", application.notBefore());
            entry.put("rule", application.rule().orElse(null));
            if (!application.undecided().isEmpty()) {
                entry.put("undecided", application.undecided());
            }
            if (!application.terms().equals(PartTerms.NONE)) {
                entry.put("terms", PartTermsJson.write(application.terms()));
            }
            applications.add(entry);
        }
        return applications;
    }

    static Map<String, Object> terms(NodeTerms terms) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", terms.version().epoch());
        json.put("sequence", terms.version().sequence());
        json.put("elsewhere", tenants(terms.elsewhere()));
        List<Object> volumes = new ArrayList<>();
        for (String volume : terms.volumes()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("volume", volume);
            entry.put("tenants", tenants(terms.on(volume)));
            volumes.add(entry);
        }
        json.put("volumes", volumes);
        return json;
    }

    /**
     * Reads a grant.
     *
     * @throws MalformedJsonException if the text is not JSON or a member is missing or of the wrong type
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static Grant read(String text) throws MalformedJsonException {
        JsonObject json = JsonObject.parse(text);
        Grant policy = policy(json.text("cluster"), json.count("epoch"), json)
                .withApplications(applications(json, "applications"), List.of());
        Optional<JsonObject> terms = json.optionalObject("terms");
        return terms.isEmpty() ? policy : policy.withTerms(terms(terms.get()));
    }

    static Grant policy(String cluster, long epoch, JsonObject json) throws MalformedJsonException {
        Grant policy = Grant.of(
                cluster,
                GrantVersion.of(epoch, json.count("sequence")),
                Tenant.named(json.text("defaultTenant")),
                tenants(json, "tenants"),
                TenantRules.of(json.objects("rules", MOST_ENTRIES, RuleJson::read)),
                List.of());
        Optional<JsonObject> modes = json.optionalObject(MODES);
        Grant leased = leased(policy, json);
        return modes.isPresent() ? leased.withModes(Modes.fromJson(modes.get())) : leased;
    }

    private static List<Terms> tenants(JsonObject json, String name) throws MalformedJsonException {
        return json.objects(name, MOST_ENTRIES, entry -> Terms.of(
                        Tenant.named(entry.text("tenant")),
                        entry.number("weight"),
                        Rate.ofBytesPerSecond(entry.optionalCount("reservation").orElse(0L)),
                        entry.optionalCount("limit").map(Rate::ofBytesPerSecond).orElse(Rate.UNLIMITED))
                .reading(shortCircuit(entry)));
    }

    private static ShortCircuit shortCircuit(JsonObject tenant) throws MalformedJsonException {
        String label = tenant.optionalText(SHORT_CIRCUIT).orElse(ShortCircuit.TCP.label());
        return ShortCircuit.labelled(label)
                .orElseThrow(() -> new IllegalArgumentException(SHORT_CIRCUIT + " is " + ShortCircuit.LABELS));
    }

    static List<GrantedApplication> applications(JsonObject json, String name) throws MalformedJsonException {
        return json.objects(name, MOST_ENTRIES, entry -> GrantedApplication.of(
                        entry.text("application"),
                        entry.text("user"),
                        Tenant.named(entry.text("tenant")),
                        entry.count("notBefore"))
                .by(entry.optionalText("rule").orElse(null), entry.texts("undecided", MOST_UNDECIDED))
                .on(PartTermsJson.readIn(entry, "terms")));
    }

    static NodeTerms terms(JsonObject json) throws MalformedJsonException {
        Map<String, List<Terms>> volumes = new LinkedHashMap<>();
        for (JsonObject entry : json.objects("volumes", MOST_VOLUMES)) {
            volumes.put(entry.text("volume"), tenants(entry, "tenants"));
        }
        return NodeTerms.of(
                GrantVersion.of(json.count("epoch"), json.count("sequence")), tenants(json, "elsewhere"), volumes);
    }
}
