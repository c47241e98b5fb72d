package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Updates the usage history of tenants: averages exponentially what each tenant is charged on all disks, and compares
 * it with its fair share of what all of them got, by priority. Compares the tenants whose history counts and that were
 * active: with demand now, or with a thousandth of all usage.
 *
 * <p>As long as little of the average was seen, every tenant counts as nearer to its fair share: in its first minutes a
 * cluster has no history. Time in which no coordinator took reports counts as unseen. Immutable, thread-safe, pure.
 */
public final class Fennel {
    /** For how many seconds the last report counts: as long as two reports take. */
    private static final double LONGEST_STEP = 2;

    /** A tenant with a smaller part of all usage, and without demand, was not active. */
    private static final double THERE = 0.001;

    /** Slower rates count as 0, in bytes per second. */
    private static final double NOTHING = 1;

    private static final double NANOS = 1e9;

    private final HistorySettings settings;

    public Fennel(HistorySettings settings) {
        this.settings = settings;
    }

    /**
     * The next history after the one before.
     *
     * @param policy the tenants, and their priorities
     * @param demand what nodes reported last
     * @param nanos the time, monotone, in nanoseconds
     */
    public History next(History before, Policy policy, ClusterDemand demand, long nanos) {
        double elapsed =
                before.nanos().isPresent() ? Math.max(nanos - before.nanos().getAsLong(), 0) / NANOS : 0;
        double kept = kept(elapsed);
        double seen = 1 - kept(Math.min(elapsed, LONGEST_STEP));
        Map<Tenant, Double> now = charged(demand);
        Map<Tenant, Double> rates = new TreeMap<>();
        policy.tenants().stream()
                .map(TenantTerms::tenant)
                .filter(settings::appliesTo)
                .forEach(tenant ->
                        rates.put(tenant, kept * before.past(tenant).rate() + seen * now.getOrDefault(tenant, 0.0)));
        double total = rates.values().stream().mapToDouble(rate -> rate).sum();
        rates.entrySet()
                .removeIf(each -> !now.containsKey(each.getKey())
                        && (each.getValue() < NOTHING || each.getValue() < THERE * total));
        double filled = Math.min(kept * before.filled() + seen, 1);
        return new History(
                pasts(before, policy, rates, filled), filled, OptionalLong.of(nanos), fairness(policy, rates));
    }

    /** The decayed history that another coordinator kept. */
    static History faded(Map<Tenant, Double> rates, Map<Tenant, Integer> groups, double filled, double kept) {
        Map<Tenant, UsageHistory> pasts = new TreeMap<>();
        rates.forEach((tenant, rate) ->
                pasts.put(tenant, new UsageHistory(kept * rate, 1, groups.getOrDefault(tenant, Groups.FAIR), 1)));
        return new History(pasts, kept * filled, OptionalLong.empty(), OptionalDouble.empty());
    }

    /** The part of an average that is left after that many seconds. */
    double kept(double seconds) {
        return StrictMath.pow(0.5, seconds / settings.halfLife().toSeconds());
    }

    /** What every tenant with demand is charged now, in bytes per second. */
    private static Map<Tenant, Double> charged(ClusterDemand demand) {
        Map<Tenant, Double> charged = new HashMap<>();
        demand.volumes()
                .flatMap(volume -> volume.tenants().stream())
                .filter(TenantUsage::isActive)
                .forEach(usage ->
                        charged.merge(usage.tenant(), (double) usage.rate().bytesPerSecond(), Double::sum));
        return charged;
    }

    private Map<Tenant, UsageHistory> pasts(History before, Policy policy, Map<Tenant, Double> rates, double filled) {
        double all = rates.values().stream().mapToDouble(rate -> rate).sum();
        double priorities =
                rates.keySet().stream().mapToDouble(policy::priority).sum();
        Map<Tenant, UsageHistory> pasts = new TreeMap<>();
        rates.forEach((tenant, rate) -> {
            double fair = all * policy.priority(tenant) / priorities;
            double used = fair > 0 ? 1 + filled * (rate / fair - 1) : 1;
            int group = Groups.of(used, before.past(tenant).group());
            pasts.put(tenant, new UsageHistory(rate, used, group, Groups.factor(group, settings)));
        });
        return pasts;
    }

    private static OptionalDouble fairness(Policy policy, Map<Tenant, Double> rates) {
        double sum = 0;
        double squares = 0;
        for (Map.Entry<Tenant, Double> each : rates.entrySet()) {
            double got = each.getValue() / policy.priority(each.getKey());
            sum += got;
            squares += got * got;
        }
        return rates.size() < 2 || squares == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sum * sum / (rates.size() * squares));
    }
}
