package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the forecasts of the current term; a new leader goes on with what the last one has stored of its models. Open
 * while this coordinator leads. Opened, closed and read by any thread, updated by one.
 */
public final class ForecastBook {
    /** Forecasts that are older have no influence. */
    static final Duration FRESH = Duration.ofSeconds(5);

    /** At most 60 trees and 256 tenants, less than 256 KiB. */
    static final Concern<Learned> FORECASTS = new Concern<>(
            "forecasts",
            Learned.NONE,
            Snapshot.of("forecasts", 1, Learned.NONE, Learned.class),
            Unreadable.BEGINS_ANEW);

    /** How often what was learned is stored: as long as it takes a forecast to count half. */
    static final Duration KEEPING = Duration.ofSeconds(Score.HALF_LIFE);

    private static final Logger LOG = LoggerFactory.getLogger(ForecastBook.class);

    private final ForecastSettings settings;
    private final Replicated<Learned> kept;
    private final AtomicReference<Told> told = new AtomicReference<>();
    private Forecaster forecaster;
    private Term learned;
    private long keptNanos;

    /** What was forecast in a term, and when. */
    private record Told(Term term, Forecasts forecasts, long nanos) {}

    /** Creates a closed book. */
    public ForecastBook(ForecastSettings settings, SnapshotStore store) {
        this.settings = settings;
        this.kept = new Replicated<>(FORECASTS, store);
    }

    /** The settings of forecasts. */
    public ForecastSettings settings() {
        return settings;
    }

    /**
     * Goes on with what the last leader has learned, if forecasts are on.
     *
     * @throws NotStored if it cannot be read now
     */
    public void open(Term term) {
        if (settings.on()) {
            kept.open(term);
            told.set(new Told(term, Forecasts.NONE, 0));
        }
    }

    /** Stops. */
    public void close() {
        told.set(null);
        kept.close();
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

    /** What {@link Forecasts#coming} says: nothing if the forecast is too old. */
    Map<Tenant, Double> coming(long nanos) {
        return fresh(nanos).coming();
    }

    private Forecasts fresh(long nanos) {
        Told last = told.get();
        return last == null || nanos - last.nanos > FRESH.toNanos() ? Forecasts.NONE : last.forecasts;
    }

    /**
     * Updates the forecasts after one more slice, about once a second; does nothing while closed or off.
     *
     * @param demand what nodes reported last
     * @param loads what executors said last; without tenants that have none
     * @param nanos the time, monotone, in nanoseconds
     */
    public void next(Policy policy, ClusterDemand demand, Map<Tenant, Load> loads, long nanos) {
        Told before = told.get();
        if (before == null) {
            forecaster = null;
            return;
        }
        if (forecaster == null || !before.term().equals(learned)) {
            forecaster = new Forecaster(settings, kept.orInitial());
            learned = before.term();
            keptNanos = nanos;
        }
        Forecasts next = forecaster.next(policy, demand, loads, nanos);
        // False only if the term has ended meanwhile.
        boolean unused = told.compareAndSet(before, new Told(before.term, next, nanos));
        if (nanos - keptNanos >= KEEPING.toNanos()) {
            keptNanos = nanos;
            keep(forecaster.learned());
        }
    }

    private void keep(Learned now) {
        try {
            kept.change(before -> now, false);
        } catch (NotStored later) {
            LOG.warn("What forecasts have learned could not be stored and is stored later: {}", later.getMessage());
        }
    }
}
