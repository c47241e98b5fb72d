package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
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
    private final Replicated<History> history;
    private long keptEpoch;
    private long keptNanos;

    /**
     * A closed book.
     *
     * @param clock the time of day, by which history fades while no coordinator leads
     */
    public HistoryBook(HistorySettings settings, SnapshotStore store, Clock clock) {
        this.settings = settings;
        this.fennel = new Fennel(settings);
        this.history = new Replicated<>(StoredHistory.concern(fennel, clock), store);
    }

    HistorySettings settings() {
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
            history.open(term);
        }
    }

    void close() {
        history.close();
    }

    /** The history now; {@link History#NONE} while closed or off. */
    public History history() {
        return history.orInitial();
    }

    /**
     * Updates the history; {@link History#NONE} while closed or off.
     *
     * @param demand what nodes reported last
     * @param nanos the time, monotone, in nanoseconds
     */
    public History next(Policy policy, ClusterDemand demand, long nanos) {
        History next = history.advance(before -> fennel.next(before, policy, demand, nanos));
        history.term().ifPresent(term -> keep(term, nanos));
        return next;
    }

    private void keep(Term term, long nanos) {
        if (term.epoch() != keptEpoch) {
            keptEpoch = term.epoch();
            keptNanos = nanos;
        }
        if (nanos - keptNanos >= KEEPING.toNanos()) {
            keptNanos = nanos;
            try {
                history.store();
            } catch (NotStored later) {
                LOG.warn("The history could not be stored and is stored later: {}", later.getMessage());
            }
        }
    }
}
