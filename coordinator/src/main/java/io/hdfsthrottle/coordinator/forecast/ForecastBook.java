package io.hdfsthrottle.coordinator.forecast;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;

/**
 * Holds the forecasts of the current term; a new leader learns anew, and until then forecasts have no influence. Open
 * while this coordinator leads. Opened, closed and read by any thread, updated by one.
 */
public final class ForecastBook {
    /** Forecasts that are older have no influence. */
    static final Duration FRESH = Duration.ofSeconds(5);

    private final ForecastSettings settings;
    private final TermMemory<Told> memory = new TermMemory<>();
    private Forecaster forecaster;
    private Term learned;

    /** What was forecast, and when. */
    private record Told(Forecasts forecasts, long nanos) {
        static final Told NOTHING = new Told(Forecasts.NONE, 0);
    }

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
            memory.open(term, () -> Told.NOTHING);
        }
    }

    /** Stops. */
    public void close() {
        memory.close();
    }

    /** What is forecast; {@link Forecasts#NONE} while closed or off. */
    public Forecasts forecasts() {
        return memory.ifOpen().map(Page::content).orElse(Told.NOTHING).forecasts;
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
        Told told = memory.ifOpen().map(Page::content).orElse(Told.NOTHING);
        return nanos - told.nanos > FRESH.toNanos() ? Forecasts.NONE : told.forecasts;
    }

    /**
     * Updates the forecasts after one more slice, about once a second; does nothing while closed or off.
     *
     * @param demand what nodes reported last
     * @param nanos the time, monotone, in nanoseconds
     */
    public void next(Policy policy, ClusterDemand demand, long nanos) {
        Page<Told> before = memory.ifOpen().orElse(null);
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
        boolean unused = memory.replace(before, new Told(next, nanos));
    }
}
