package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.unit.Rate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A policy as it is kept: JSON with the number of its format, so that an older coordinator refuses a newer one's. */
final class PolicySnapshot {
    static final String CONCERN = "policy";
    private static final int FORMAT = 1;

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
            tenants.add(entry);
        }
        List<Object> rules = new ArrayList<>();
        for (TenantRule rule : policy.rules().rules()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("rule", rule.name());
            entry.put("user", rule.user().orElse(null));
            entry.put("application", rule.application().orElse(null));
            entry.put("address", rule.address().orElse(null));
            entry.put("claims", rule.claims().orElse(null));
            entry.put("tenant", rule.tenant().name());
            rules.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("tenants", tenants);
        snapshot.put("rules", rules);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static Policy read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the policy in ZooKeeper has format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            Policy policy = Policy.INITIAL;
            for (JsonObject entry : snapshot.objects("tenants", Policy.MOST_TENANTS)) {
                policy = policy.with(new TenantTerms(
                        Tenant.named(entry.text("tenant")),
                        Math.toIntExact(entry.count("priority")),
                        Rate.ofBytesPerSecond(entry.count("reservation")),
                        entry.optionalCount("limit").map(Rate::ofBytesPerSecond).orElse(Rate.UNLIMITED)));
            }
            for (JsonObject entry : snapshot.objects("rules", Policy.MOST_RULES)) {
                policy = policy.withRule(
                        TenantRule.of(
                                entry.text("rule"),
                                entry.optionalText("user").orElse(null),
                                entry.optionalText("application").orElse(null),
                                entry.optionalText("address").orElse(null),
                                entry.optionalText("claims").orElse(null),
                                Tenant.named(entry.text("tenant"))),
                        OptionalInt.empty());
            }
            return policy;
        } catch (MalformedJsonException | IllegalArgumentException | InvalidInput broken) {
            throw new IllegalStateException("the policy in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }
}
