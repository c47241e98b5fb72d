package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.feature.appointment.Decision.Made;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Outcome;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The appointments of the current term, open while this coordinator leads. Changes are stored before
 * they are answered: every answer is in ZooKeeper, and the next leader honours it. Readers take no lock.
 */
public final class AppointmentBook {
    /**
     * At most 256 appointments, less than 256 KiB. Those that are not understood are dropped: waiting applications begin
     * by themselves in time.
     */
    static final Concern<Calendar> APPOINTMENTS = new Concern<>(
            "appointments",
            Calendar.EMPTY,
            Snapshot.of("appointments", 1, Calendar.EMPTY, Calendar.class),
            Unreadable.BEGINS_ANEW);

    private final AppointmentSettings settings;
    private final Clock clock;
    private final Supplier<Load> load;
    private final Runnable changed;
    private final Replicated<Calendar> calendar;
    private final LongPolls calls = new LongPolls();
    private volatile Map<Tenant, Double> factors = Map.of();

    /**
     * A closed book.
     *
     * @param clock the time of day: slices are its seconds
     * @param load the load that nodes reported last; called only when there are appointments
     * @param changed called after weights changed
     */
    public AppointmentBook(
            AppointmentSettings settings, SnapshotStore store, Clock clock, Supplier<Load> load, Runnable changed) {
        this.settings = settings;
        this.calendar = new Replicated<>(APPOINTMENTS, store);
        this.clock = clock;
        this.load = load;
        this.changed = changed;
    }

    AppointmentSettings settings() {
        return settings;
    }

    /** Loads the last leader's appointments, if there may be any. */
    public void open(Term term) {
        if (settings.on()) {
            calendar.open(term);
        }
    }

    /** Closes the book; clients that wait for a callback have to ask again, whichever coordinator leads then. */
    public void close() {
        calendar.close();
        factors = Map.of();
        calls.complete(id -> true, Optional.empty());
    }

    /** All appointments; none while closed or off. */
    public Calendar calendar() {
        return calendar.orInitial();
    }

    public Map<Tenant, Double> factors() {
        return factors;
    }

    List<AppointmentState> standings() {
        long slice = slice();
        return calendar().appointments().stream()
                .map(each -> AppointmentState.of(each, slice))
                .toList();
    }

    /** The state of that appointment, if it is not over. */
    public Optional<AppointmentState> standing(long id) {
        return calendar().appointment(id).map(each -> AppointmentState.of(each, slice()));
    }

    /** Explains the tenant's weight factor, for users. */
    String why(Tenant tenant) {
        Calendar now = calendar();
        long slice = slice();
        return now.appointments().stream()
                .filter(each -> each.begun() && each.tenant().equals(tenant))
                .findFirst()
                .map(each ->
                        "appointment of " + each.application() + " for " + Math.max(0, each.end() - slice) + " s more")
                .orElse(now.debts().containsKey(tenant) ? "returns what it got by appointments" : "no appointment");
    }

    int waiting() {
        return (int)
                calendar().appointments().stream().filter(each -> !each.begun()).count();
    }

    int begun() {
        return (int)
                calendar().appointments().stream().filter(Appointment::begun).count();
    }

    /**
     * Decides on a request for an appointment.
     *
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public synchronized Decision request(AppointmentRequest wish, boolean dryRun) {
        if (!settings.on()) {
            return Calendar.EMPTY.request(wish, slice(), Load.NONE, settings);
        }
        Load now = load.get();
        Decision decision = calendar.decide(
                before -> {
                    Decision made = before.request(wish, slice(), now, settings);
                    return new Outcome<>(made instanceof Made granted ? granted.calendar() : before, made);
                },
                dryRun);
        if (!dryRun && decision instanceof Made made) {
            factors = AppointmentFactors.factors(made.calendar(), now, slice(), settings);
            if (made.slices() == 0) {
                changed.run();
            }
        }
        return decision;
    }

    /**
     * Ends or cancels an appointment; callers that wait for it are notified.
     *
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public synchronized void end(long id) {
        calendar.change(before -> before.without(id), false);
        completePolls();
    }

    /**
     * Completes when the appointment has begun or is over; with empty if the timeout ends before, or leadership ends.
     */
    public CompletableFuture<Optional<Boolean>> awaitNews(long id, Duration patience) {
        if (patience.isZero() || hasNews(id)) {
            return CompletableFuture.completedFuture(Optional.of(true));
        }
        CompletableFuture<Optional<Boolean>> call = calls.await(id, patience);
        completePolls(); // it may have begun in between
        return call;
    }

    private boolean hasNews(long id) {
        return calendar().appointment(id).map(Appointment::begun).orElse(true);
    }

    private void completePolls() {
        calls.complete(this::hasNews, Optional.of(true));
    }

    /**
     * Advances to the current slice, if not done before: begins and ends appointments, and updates the weight factors.
     * Called several times a second.
     *
     * @param alive whether an application is alive
     * @throws NotStored if it was not persisted: then it is retried, or the next leader does it
     */
    public void go(Predicate<String> alive) {
        Map<Tenant, Double> before = factors;
        next(alive);
        if (!factors.equals(before)) {
            changed.run();
        }
    }

    private synchronized void next(Predicate<String> alive) {
        Calendar before = calendar();
        long slice = slice();
        if (before.isEmpty()) {
            factors = Map.of();
        } else if (before.counted() != slice) {
            Load now = load.get();
            Calendar after = calendar.change(each -> each.at(slice, now, alive, settings), false);
            factors = AppointmentFactors.factors(after, now, slice, settings);
            completePolls();
        }
    }

    private long slice() {
        return clock.instant().getEpochSecond();
    }
}
