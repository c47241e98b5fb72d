package io.hdfsthrottle.coordinator.slot;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import io.hdfsthrottle.coordinator.slot.Decision.Made;
import io.hdfsthrottle.identity.Tenant;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The appointments of the current term, open while this coordinator leads. Changes are serialized by this object's
 * lock, and persisted before they are answered: every answer is in ZooKeeper, and the next leader honours it. Readers
 * take no lock.
 */
public final class SlotBook {
    private static final Logger LOG = LoggerFactory.getLogger(SlotBook.class);
    private static final long MILLIS = 1_000;

    private final SlotSettings settings;
    private final SnapshotStore store;
    private final Clock clock;
    private final Supplier<Load> load;
    private final Runnable changed;
    private final TermMemory<Calendar> memory = new TermMemory<>();
    private final LongPolls calls = new LongPolls();
    private volatile Map<Tenant, Double> factors = Map.of();

    /**
     * A closed book.
     *
     * @param clock the time of day: slices are its seconds
     * @param load the load that nodes reported last; called only when there are appointments
     * @param changed called after weights changed
     */
    public SlotBook(SlotSettings settings, SnapshotStore store, Clock clock, Supplier<Load> load, Runnable changed) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        this.load = load;
        this.changed = changed;
    }

    /** The settings of appointments. */
    public SlotSettings settings() {
        return settings;
    }

    /**
     * Loads the last leader's appointments, if there may be any. Unreadable data is dropped: waiting applications begin
     * by themselves in time.
     *
     * @throws NotStored if it cannot be read now
     */
    public void open(Term term) {
        if (settings.on()) {
            memory.open(term, this::load);
        }
    }

    private Calendar load() {
        try {
            return store.load(CalendarSnapshot.CONCERN)
                    .map(CalendarSnapshot::read)
                    .orElse(Calendar.EMPTY);
        } catch (IllegalStateException strange) {
            LOG.error("Appointments begin anew: {}", strange.getMessage());
            return Calendar.EMPTY;
        }
    }

    /** Closes the book; clients that wait for a callback have to ask again, whichever coordinator leads then. */
    public void close() {
        memory.close();
        factors = Map.of();
        calls.complete(id -> true, Optional.empty());
    }

    /** All appointments; none while closed or off. */
    public Calendar calendar() {
        return memory.ifOpen().map(Page::content).orElse(Calendar.EMPTY);
    }

    /** The present weight factors, by tenant. */
    public Map<Tenant, Double> factors() {
        return factors;
    }

    /** The state of all appointments. */
    public List<AppointmentState> standings() {
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
    public String why(Tenant tenant) {
        if (!settings.on()) {
            return "off";
        }
        Calendar now = calendar();
        long slice = slice();
        return now.appointments().stream()
                .filter(each -> each.begun() && each.tenant().equals(tenant))
                .findFirst()
                .map(each ->
                        "appointment of " + each.application() + " for " + Math.max(0, each.end() - slice) + " s more")
                .orElse(now.debts().containsKey(tenant) ? "returns what it got by appointments" : "no appointment");
    }

    /** How many appointments wait. */
    public int waiting() {
        return (int)
                calendar().appointments().stream().filter(each -> !each.begun()).count();
    }

    /** How many have begun. */
    public int begun() {
        return (int)
                calendar().appointments().stream().filter(Appointment::begun).count();
    }

    /**
     * Decides on a request for an appointment.
     *
     * @param rehearse a dry run, which changes nothing
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public Decision request(AppointmentRequest wish, boolean rehearse) {
        if (rehearse || !settings.on()) {
            return calendar().request(wish, slice(), settings.on() ? load.get() : Load.NONE, settings);
        }
        Decision decision = askAndKeep(wish);
        if (decision instanceof Made made && made.slices() == 0) {
            changed.run();
        }
        return decision;
    }

    private synchronized Decision askAndKeep(AppointmentRequest wish) {
        Page<Calendar> before = memory.now();
        Load now = load.get();
        Decision decision = before.content().request(wish, slice(), now, settings);
        if (decision instanceof Made made) {
            keep(before, made.calendar());
            factors = AppointmentFactors.factors(made.calendar(), now, slice(), settings);
        }
        return decision;
    }

    /**
     * Ends or cancels an appointment; callers that wait for it are notified.
     *
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public synchronized void end(long id) {
        Page<Calendar> before = memory.now();
        keep(before, before.content().without(id));
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
        Page<Calendar> before = memory.ifOpen().orElse(null);
        long slice = slice();
        if (before == null || before.content().isEmpty()) {
            factors = Map.of();
            return;
        }
        if (before.content().counted() == slice) {
            return;
        }
        Load now = load.get();
        Calendar after = before.content().at(slice, now, alive, settings);
        if (!after.equals(before.content())) {
            keep(before, after);
        }
        factors = AppointmentFactors.factors(after, now, slice, settings);
        completePolls();
    }

    private void keep(Page<Calendar> before, Calendar after) {
        store.write(before.term(), CalendarSnapshot.CONCERN, CalendarSnapshot.write(after));
        // False only if the term has ended meanwhile: the next leader reads it then.
        boolean unused = memory.replace(before, after);
    }

    private long slice() {
        return Math.floorDiv(clock.millis(), MILLIS);
    }
}
