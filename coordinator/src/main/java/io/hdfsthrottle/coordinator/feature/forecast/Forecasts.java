package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The forecasts of all tenants after one slice. Immutable.
 *
 * @param samples the number of samples from which the boosted trees learn
 */
public record Forecasts(Map<Tenant, TenantForecast> tenants, int samples) {
    /** No forecasts. */
    public static final Forecasts NONE = new Forecasts(Map.of(), 0);

    /** Keeps a copy, in the order of names. */
    public Forecasts {
        tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
    }

    /** The forecast of that tenant. */
    public Optional<TenantForecast> of(Tenant tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    /** The factors of weights, by tenant. */
    public Map<Tenant, Double> factors() {
        Map<Tenant, Double> factors = new TreeMap<>();
        tenants.forEach((tenant, forecast) -> factors.put(tenant, forecast.factor()));
        return factors;
    }

    /**
     * For how many of the next 15 slices the present rate of a tenant is expected to last, by tenant; only of those
     * that are expected to move less than now. A forecast counts as far as it has influence.
     */
    public Map<Tenant, Double> lasting() {
        Map<Tenant, Double> lasting = new TreeMap<>();
        tenants.forEach((tenant, each) -> {
            long mean = each.stretchBytesPerSecond() == null
                    ? each.bytesPerSecond()
                    : Math.max(0, each.stretchBytesPerSecond());
            double less = each.ofStretch().influence() * (each.bytesPerSecond() - mean);
            if (less > 0) {
                lasting.put(tenant, Series.AHEAD * (each.bytesPerSecond() - less) / each.bytesPerSecond());
            }
        });
        return lasting;
    }

    /**
     * By tenant, its rate in the next slice, in bytes per second; only of those that are expected to move more or less
     * than now. A forecast counts as far as it has influence.
     */
    Map<Tenant, Double> coming() {
        Map<Tenant, Double> coming = new TreeMap<>();
        tenants.forEach((tenant, each) -> {
            if (each.nextBytesPerSecond() != null) {
                double change = each.ofNext().influence() * (each.nextBytesPerSecond() - each.bytesPerSecond());
                if (change != 0) {
                    coming.put(tenant, Math.max(0, each.bytesPerSecond() + change));
                }
            }
        });
        return coming;
    }

    /** The mean skill of one kind of forecast over the tenants for which enough were judged; NaN for none. */
    public double skill(Function<TenantForecast, Accuracy> kind) {
        return tenants.values().stream()
                .map(kind)
                .filter(accuracy -> accuracy.judged() >= Score.ENOUGH)
                .mapToDouble(Accuracy::skill)
                .average()
                .orElse(Double.NaN);
    }
}
