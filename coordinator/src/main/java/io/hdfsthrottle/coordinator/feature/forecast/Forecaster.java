package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.feature.forecast.Observations.Waits;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Observes the I/O of the busiest tenants slice by slice, and forecasts their next slices. The work of a slice is
 * bounded: every model is evaluated, one is selected anew, and once in half a minute trees are grown. Deterministic;
 * for one thread.
 */
public final class Forecaster {
    private static final double NANOS = 1e9;
    private static final int MINUTE = 60;
    private static final int HALF_MINUTE = 30;
    private static final double BUSYNESS_KEPT = StrictMath.pow(0.5, 1.0 / 60);

    /** A tenant that is forecast is replaced only by a tenant busier by this factor. */
    private static final double STAYS = 1.5;

    /** After this many seconds without a slice, all is forgotten. */
    private static final double GAP = 10;

    /** Factors differ by at least a fourth of a doubling, because each change is sent to all nodes. */
    private static final double STEPS = 4;

    private final ForecastSettings settings;
    private final Map<Tenant, Series> series = new TreeMap<>();
    private final Map<Tenant, Waits> waits = new HashMap<>();
    private final Map<Tenant, Double> busyness = new HashMap<>();
    private final Map<Tenant, Learned.Standing> before;
    private Samples samples;
    private Interleaving turns = Interleaving.NONE;
    private long lastNanos;
    private long slice;

    /** A forecaster without observations. */
    public Forecaster(ForecastSettings settings) {
        this(settings, Learned.NONE);
    }

    /** One that goes on with what another leader has learned. */
    Forecaster(ForecastSettings settings, Learned before) {
        this.settings = settings;
        this.samples = new Samples(before);
        this.before = new TreeMap<>(before.tenants());
    }

    /** What it has learned, for the next leader. */
    Learned learned() {
        Map<Tenant, Learned.Standing> tenants = new TreeMap<>();
        series.forEach((tenant, each) -> tenants.put(tenant, each.standing()));
        return samples.learned(tenants);
    }

    /**
     * The forecasts after one more slice; about once a second.
     *
     * @param demand what nodes reported last
     * @param loads what executors said last; without tenants that have none
     * @param nanos the time, monotone, in nanoseconds
     */
    public Forecasts next(Policy policy, ClusterDemand demand, Map<Tenant, Load> loads, long nanos) {
        double seconds = (nanos - lastNanos) / NANOS;
        if (slice > 0 && seconds > GAP) {
            forget();
        }
        lastNanos = nanos;
        slice++;
        Observations seen = Observations.of(demand, loads);
        choose(policy, seen);
        double wanting = policy.tenants().stream()
                .filter(terms -> seen.hasDemand(terms.tenant()))
                .mapToDouble(TenantTerms::priority)
                .sum();
        series.forEach((tenant, each) -> {
            each.add(seen.of(tenant, waits.getOrDefault(tenant, Waits.NONE), seconds), samples);
            waits.put(tenant, seen.waits(tenant));
            int priority = policy.terms(tenant).map(TenantTerms::priority).orElse(1);
            double others = wanting - (seen.hasDemand(tenant) ? priority : 0);
            double fair = seen.capacity() * priority / (others + priority);
            each.forecast(samples, seen.rate() - seen.rate(tenant), fair);
        });
        learn();
        return decide();
    }

    private void forget() {
        series.clear();
        waits.clear();
        busyness.clear();
        before.clear();
        samples = new Samples(Learned.NONE);
        turns = Interleaving.NONE;
        slice = 0;
    }

    /** The busiest tenants; never HDFS's own work. */
    private void choose(Policy policy, Observations seen) {
        Map<Tenant, Double> busyBefore = new HashMap<>(busyness);
        busyness.clear();
        for (TenantTerms terms : policy.tenants()) {
            Tenant tenant = terms.tenant();
            double busy = BUSYNESS_KEPT * busyBefore.getOrDefault(tenant, 0.0) + seen.rate(tenant);
            if (busy > 1 && !tenant.isSystem()) {
                busyness.put(tenant, busy);
            }
        }
        List<Tenant> chosen = busyness.keySet().stream()
                .sorted(Comparator.<Tenant>comparingDouble(
                                tenant -> -busyness.get(tenant) * (series.containsKey(tenant) ? STAYS : 1))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(settings.models())
                .toList();
        series.keySet().retainAll(Set.copyOf(chosen));
        waits.keySet().retainAll(series.keySet());
        chosen.forEach(tenant -> series.computeIfAbsent(tenant, this::begin));
    }

    private Series begin(Tenant tenant) {
        Learned.Standing known = before.remove(tenant);
        return known == null ? new Series() : new Series(known);
    }

    /** Each slice one model is selected anew, by turns; trees more seldom. */
    private void learn() {
        if (!series.isEmpty()) {
            List<Series> all = List.copyOf(series.values());
            int round = Math.max(all.size(), MINUTE);
            int turn = (int) (slice % round);
            if (turn < all.size()) {
                all.get(turn).select();
            }
        }
        if (slice % HALF_MINUTE == 0) {
            samples.learn();
        }
    }

    private Forecasts decide() {
        Map<Tenant, Interleaving.Player> players = new TreeMap<>();
        series.forEach((tenant, each) -> players.put(tenant, each.player()));
        turns = turns.next(players, slice);
        Set<Tenant> favoured = turns.favoured(players);
        double common = raiseOfAll();
        long takers = players.values().stream()
                .filter(player -> player.influence() > 0)
                .count();
        Map<Tenant, TenantForecast> told = new TreeMap<>();
        series.forEach((tenant, each) -> {
            boolean turn = favoured.contains(tenant);
            double first =
                    turn ? StrictMath.pow(settings.most(), players.get(tenant).influence()) : 1;
            // Those that take turns would lose by classes what turns give them.
            boolean byTurns = takers > 1 && players.get(tenant).influence() > 0;
            double factor = stepped((byTurns ? 1 : each.startingFactor(settings) / common) * first);
            told.put(tenant, each.forecast(tenant.name(), turn, factor));
        });
        return new Forecasts(told, samples.size());
    }

    /** The raise that all active tenants have: it moves no share, and would leave no room for that of a turn. */
    private double raiseOfAll() {
        return Math.max(
                1,
                series.values().stream()
                        .filter(Series::isActive)
                        .mapToDouble(each -> each.startingFactor(settings))
                        .min()
                        .orElse(1));
    }

    /** Rounded to steps towards 1, within bounds. */
    private double stepped(double factor) {
        double steps = STEPS * Math.log(factor) / Math.log(2);
        double rounded = StrictMath.pow(2, (long) (steps + Math.signum(steps) * 1e-9) / STEPS);
        return Math.min(Math.max(rounded, settings.least()), settings.most());
    }
}
