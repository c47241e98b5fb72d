package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.identity.Tenant;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;

/**
 * A history as it is stored: about 60 bytes per tenant, of which a policy has 1,000 at most. What is read is decayed by
 * the time since then; not decayed if by the clock that time is in the future.
 *
 * @param millis when it was stored, since 1970
 * @param filled how much of the average was seen, 0 to 1
 */
record StoredHistory(long millis, double filled, Map<Tenant, Past> tenants) {
    private static final double MILLIS = 1e3;

    /**
     * The history of one tenant.
     *
     * @param rate in bytes per second
     * @param group of usage
     */
    record Past(double rate, int group) {
        Past {
            if (!(rate >= 0) || !Double.isFinite(rate) || group < 0 || group >= Groups.COUNT) {
                throw new IllegalArgumentException("a rate of " + rate + " in group " + group);
            }
        }
    }

    StoredHistory {
        if (!(filled >= 0 && filled <= 1)) {
            throw new IllegalArgumentException("filled is 0 to 1, not " + filled);
        }
    }

    static Concern<History> concern(Fennel fennel, Clock clock) {
        return new Concern<>(
                "history",
                History.NONE,
                new Snapshot<>(
                        "history",
                        1,
                        History.NONE,
                        StoredHistory.class,
                        history -> of(history, clock.millis()),
                        stored -> stored.history(fennel, clock.millis())),
                Unreadable.BEGINS_ANEW);
    }

    private static StoredHistory of(History history, long millis) {
        Map<Tenant, Past> tenants = new TreeMap<>();
        history.pasts().forEach((tenant, past) -> tenants.put(tenant, new Past(past.rate(), past.group())));
        return new StoredHistory(millis, history.filled(), tenants);
    }

    private History history(Fennel fennel, long now) {
        Map<Tenant, Double> rates = new TreeMap<>();
        Map<Tenant, Integer> groups = new TreeMap<>();
        tenants.forEach((tenant, past) -> {
            rates.put(tenant, past.rate);
            groups.put(tenant, past.group);
        });
        return Fennel.faded(rates, groups, filled, fennel.kept(Math.max(now - millis, 0) / MILLIS));
    }
}
