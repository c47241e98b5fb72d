package io.hdfsthrottle.coordinator.forecast;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What is forecast after one slice. Immutable. */
public final class Forecasts {
    /** Nothing is. */
    public static final Forecasts NONE = new Forecasts(Map.of(), 0);

    private final Map<Tenant, TenantForecast> tenants;
    private final int samples;

    Forecasts(Map<Tenant, TenantForecast> tenants, int samples) {
        this.tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
        this.samples = samples;
    }

    /** Of whom something is forecast, and what. */
    public Map<Tenant, TenantForecast> tenants() {
        return tenants;
    }

    /** What is forecast of that tenant. */
    public Optional<TenantForecast> of(Tenant tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    /** From how many samples the boosted trees learn. */
    public int samples() {
        return samples;
    }

    /** What weights are multiplied with, by tenant. */
    public Map<Tenant, Double> factors() {
        Map<Tenant, Double> factors = new TreeMap<>();
        tenants.forEach((tenant, forecast) -> factors.put(tenant, forecast.factor()));
        return factors;
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
