package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.rule.Fact;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.unit.Rate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Persisted form of a policy: JSON with a format number, so that an older coordinator refuses a newer format. */
final class PolicySnapshot {
    static final String CONCERN = "policy";

    /** Format if all rules use only facts that the first coordinators know, so that those can read it. */
    private static final int FIRST_FORMAT = 1;

    /** Format if a rule uses more facts: an older coordinator would match too many callers. */
    private static final int FORMAT = 2;

    private static final String SHORT_CIRCUIT = "shortCircuit";

    private PolicySnapshot() {}

    static byte[] write(Policy policy) {
        List<Object> tenants = new ArrayList<>();
        for (TenantTerms terms : policy.tenants()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", terms.tenant().name());
            entry.put("priority", terms.priority());
            entry.put("reservation", terms.reservation().bytesPerSecond());
            entry.put(
                    "limit", terms.limit().isUnlimited() ? null : terms.limit().bytesPerSecond());
            if (terms.shortCircuit()
                    != ShortCircuit.TCP) { // an older coordinator, which does not know it, grants nothing
                entry.put(SHORT_CIRCUIT, terms.shortCircuit().label());
            }
            tenants.add(entry);
        }
        List<Object> rules = new ArrayList<>();
        for (TenantRule rule : policy.rules().rules()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("rule", rule.name());
            rule.match().forEach((fact, pattern) -> entry.put(fact.member(), pattern));
            entry.put("tenant", rule.tenant().name());
            rules.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", format(policy));
        snapshot.put("tenants", tenants);
        snapshot.put("rules", rules);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    private static int format(Policy policy) {
        return policy.rules().rules().stream().allMatch(rule -> rule.wire() == 1) ? FIRST_FORMAT : FORMAT;
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static Policy read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            long format = snapshot.count("format");
            if (format < FIRST_FORMAT || format > FORMAT) {
                throw new IllegalStateException("the policy in ZooKeeper has format " + format
                        + "; this coordinator reads formats " + FIRST_FORMAT + " and " + FORMAT);
            }
            Policy policy = Policy.INITIAL;
            for (JsonObject entry : snapshot.objects("tenants", Policy.MOST_TENANTS)) {
                policy = policy.with(new TenantTerms(
                        Tenant.named(entry.text("tenant")),
                        Math.toIntExact(entry.count("priority")),
                        Rate.ofBytesPerSecond(entry.count("reservation")),
                        entry.optionalCount("limit").map(Rate::ofBytesPerSecond).orElse(Rate.UNLIMITED),
                        entry.optionalText(SHORT_CIRCUIT)
                                .flatMap(ShortCircuit::labelled)
                                .orElse(ShortCircuit.TCP)));
            }
            for (JsonObject entry : snapshot.objects("rules", Policy.MOST_RULES)) {
                policy = policy.withRule(rule(entry), OptionalInt.empty());
            }
            return policy;
        } catch (MalformedJsonException | IllegalArgumentException | InvalidInput broken) {
            throw new IllegalStateException("the policy in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static TenantRule rule(JsonObject entry) throws MalformedJsonException {
        Map<Fact, String> match = new EnumMap<>(Fact.class);
        for (String member : entry.names()) {
            Optional<Fact> fact = Fact.named(member);
            if (fact.isPresent()) {
                match.put(fact.get(), entry.optionalText(member).orElse(null));
            } else if (!member.equals("rule") && !member.equals("tenant")) {
                throw new IllegalArgumentException("rule '" + entry.text("rule") + "' looks at '" + member
                        + "', which this coordinator does not know");
            }
        }
        return TenantRule.of(entry.text("rule"), match, Tenant.named(entry.text("tenant")));
    }
}
