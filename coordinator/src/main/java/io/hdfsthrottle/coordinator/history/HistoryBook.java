package io.hdfsthrottle.coordinator.history;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import io.hdfsthrottle.coordinator.policy.Policy;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the usage history of the current term, stored for the next leader every half minute: at most that much is lost
 * with a leader, out of an hour that counts. Open while this coordinator leads. Opened, closed and read by any thread,
 * updated by one.
 */
public final class HistoryBook {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryBook.class);

    /** How often it is kept. */
    static final Duration KEEPING = Duration.ofSeconds(30);

    private final HistorySettings settings;
    private final Fennel fennel;
    private final SnapshotStore store;
    private final Clock clock;
    private final TermMemory<History> memory = new TermMemory<>();
    private long keptEpoch;
    private long keptNanos;

    /**
     * Creates a closed book.
     *
     * @param clock the time of day, by which history fades while no coordinator leads
     */
    public HistoryBook(HistorySettings settings, SnapshotStore store, Clock clock) {
        this.settings = settings;
        this.fennel = new Fennel(settings);
        this.store = store;
        this.clock = clock;
    }

    /** The settings: which tenants' history counts. */
    public HistorySettings settings() {
        return settings;
    }

    /**
     * Continues the history that the last leader left. If that is not understood, this coordinator still leads: history
     * begins anew, and the log says so.
     *
     * @throws NotStored if it cannot be read now
     */
    public void open(Term term) {
        if (!settings.isOff()) {
            memory.open(term, this::load);
        }
    }

    private History load() {
        try {
            return store.load(HistorySnapshot.CONCERN)
                    .map(written -> HistorySnapshot.read(written, fennel, clock.millis()))
                    .orElse(History.NONE);
        } catch (IllegalStateException strange) {
            LOG.error("History begins anew: {}", strange.getMessage());
            return History.NONE;
        }
    }

    /** Stops. */
    public void close() {
        memory.close();
    }

    /** The history now; {@link History#NONE} while closed or off. */
    public History history() {
        return memory.ifOpen().map(Page::content).orElse(History.NONE);
    }

    /**
     * Updates the history; {@link History#NONE} while closed or off.
     *
     * @param demand what nodes reported last
     * @param nanos the time, monotone, in nanoseconds
     */
    public History next(Policy policy, ClusterDemand demand, long nanos) {
        Page<History> before = memory.ifOpen().orElse(null);
        if (before == null) {
            return History.NONE;
        }
        History next = fennel.next(before.content(), policy, demand, nanos);
        if (memory.replace(before, next)) {
            keep(before.term(), next, nanos);
        }
        return next;
    }

    private void keep(Term term, History history, long nanos) {
        if (term.epoch() != keptEpoch) {
            keptEpoch = term.epoch();
            keptNanos = nanos;
        }
        if (nanos - keptNanos >= KEEPING.toNanos()) {
            keptNanos = nanos;
            try {
                store.write(term, HistorySnapshot.CONCERN, HistorySnapshot.write(history, clock.millis()));
            } catch (NotStored later) {
                LOG.warn("History could not be kept and is kept later: {}", later.getMessage());
            }
        }
    }
}
