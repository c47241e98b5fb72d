package io.hdfsthrottle.coordinator.history;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Format in which a history is kept in ZooKeeper: about 120 bytes per tenant, of which a policy has 1,000 at most. */
final class HistorySnapshot {
    static final String CONCERN = "history";
    private static final int FORMAT = 1;
    private static final int MOST_TENANTS = 1_000;
    private static final double MILLIS = 1e3;

    private HistorySnapshot() {}

    /** @param millis when it is kept, since 1970 */
    static byte[] write(History history, long millis) {
        List<Object> tenants = new ArrayList<>();
        history.pasts().forEach((tenant, past) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", tenant.name());
            entry.put("rate", past.rate());
            entry.put("group", past.group());
            tenants.add(entry);
        });
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("millis", millis);
        snapshot.put("filled", history.filled());
        snapshot.put("tenants", tenants);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what was kept, decayed by the time since then; not decayed if by the clock that time is in the future.
     *
     * @throws IllegalStateException if this coordinator does not understand it
     */
    static History read(byte[] written, Fennel fennel, long millis) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the history in ZooKeeper has format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            Map<Tenant, Double> rates = new TreeMap<>();
            Map<Tenant, Integer> groups = new TreeMap<>();
            for (JsonObject entry : snapshot.objects("tenants", MOST_TENANTS)) {
                Tenant tenant = Tenant.named(entry.text("tenant"));
                rates.put(tenant, atLeastNothing(entry.number("rate")));
                groups.put(tenant, (int) Math.min(entry.count("group"), Groups.COUNT - 1L));
            }
            double filled = Math.min(atLeastNothing(snapshot.number("filled")), 1);
            double seconds = Math.max(millis - snapshot.count("millis"), 0) / MILLIS;
            return Fennel.faded(rates, groups, filled, fennel.kept(seconds));
        } catch (MalformedJsonException | IllegalArgumentException broken) {
            throw new IllegalStateException("the history in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static double atLeastNothing(double number) {
        if (number < 0) {
            throw new IllegalArgumentException("a number below 0: " + number);
        }
        return number;
    }
}
