package io.hdfsthrottle.coordinator.tier;

import io.hdfsthrottle.coordinator.tier.Tier.Kind;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Persisted form of the configured tiers in ZooKeeper; 100 tenants with the longest paths are less than 256 KiB. */
final class TierSnapshot {
    static final String CONCERN = "tiers";
    private static final int FORMAT = 1;

    private TierSnapshot() {}

    static byte[] write(TierTable table) {
        List<Object> tenants = new ArrayList<>();
        for (TenantTiers tiers : table.tenants()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", tiers.tenant().name());
            tiers.tiers().forEach(tier -> entry.put(tier.kind().label(), write(tier)));
            tenants.add(entry);
        }
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("tenants", tenants);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> write(Tier tier) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("path", tier.path());
        entry.put("policy", tier.policy().name());
        tier.quotaBytes().ifPresent(bytes -> entry.put("quota", bytes));
        entry.put("after", tier.after().toSeconds());
        return entry;
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static TierTable read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException(
                        "they have format " + snapshot.count("format") + "; this coordinator reads format " + FORMAT);
            }
            TierTable table = TierTable.EMPTY;
            for (JsonObject entry : snapshot.objects("tenants", TierTable.MOST)) {
                table = table.with(new TenantTiers(
                        Tenant.named(entry.text("tenant")), tier(entry, Kind.TEMPORARY), tier(entry, Kind.STABLE)));
            }
            return table;
        } catch (MalformedJsonException | RuntimeException broken) {
            throw new IllegalStateException("the tiers in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static Optional<Tier> tier(JsonObject tenant, Kind kind) throws MalformedJsonException {
        Optional<JsonObject> written = tenant.optionalObject(kind.label());
        if (written.isEmpty()) {
            return Optional.empty();
        }
        JsonObject entry = written.get();
        Optional<Long> quota = entry.optionalCount("quota");
        return Optional.of(new Tier(
                kind,
                entry.text("path"),
                StoragePolicy.named(entry.text("policy")).orElseThrow(),
                quota.isPresent() ? OptionalLong.of(quota.get()) : OptionalLong.empty(),
                Duration.ofSeconds(entry.count("after"))));
    }
}
