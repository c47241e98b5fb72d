package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Holds the forecasts of the current term; a new leader learns anew, and until then forecasts have no influence. Open
 * while this coordinator leads. Opened, closed and read by any thread, updated by one.
 */
public final class ForecastBook {
    /** Forecasts that are older have no influence. */
    static final Duration FRESH = Duration.ofSeconds(5);

    private final ForecastSettings settings;
    private final AtomicReference<Told> told = new AtomicReference<>();
    private Forecaster forecaster;
    private Term learned;

    /** What was forecast in a term, and when. */
    private record Told(Term term, Forecasts forecasts, long nanos) {}

    /** Creates a closed book. */
    public ForecastBook(ForecastSettings settings) {
        this.settings = settings;
    }

    /** The settings of forecasts. */
    public ForecastSettings settings() {
        return settings;
    }

    /** Begins to learn, if forecasts are on. */
    public void open(Term term) {
        if (settings.on()) {
            told.set(new Told(term, Forecasts.NONE, 0));
        }
    }

    /** Stops. */
    public void close() {
        told.set(null);
    }

    /** What is forecast; {@link Forecasts#NONE} while closed or off. */
    public Forecasts forecasts() {
        Told last = told.get();
        return last == null ? Forecasts.NONE : last.forecasts;
    }

    /** The factors of weights, by tenant: none if the forecast is too old. */
    public Map<Tenant, Double> factors(long nanos) {
        return fresh(nanos).factors();
    }

    /** What {@link Forecasts#lasting} says: nothing if the forecast is too old. */
    public Map<Tenant, Double> lasting(long nanos) {
        return fresh(nanos).lasting();
    }

    private Forecasts fresh(long nanos) {
        Told last = told.get();
        return last == null || nanos - last.nanos > FRESH.toNanos() ? Forecasts.NONE : last.forecasts;
    }

    /**
     * Updates the forecasts after one more slice, about once a second; does nothing while closed or off.
     *
     * @param demand what nodes reported last
     * @param nanos the time, monotone, in nanoseconds
     */
    public void next(Policy policy, ClusterDemand demand, long nanos) {
        Told before = told.get();
        if (before == null) {
            forecaster = null;
            return;
        }
        if (forecaster == null || !before.term().equals(learned)) {
            forecaster = new Forecaster(settings);
            learned = before.term();
        }
        Forecasts next = forecaster.next(policy, demand, nanos);
        // False only if the term has ended meanwhile.
        boolean unused = told.compareAndSet(before, new Told(before.term, next, nanos));
    }
}
