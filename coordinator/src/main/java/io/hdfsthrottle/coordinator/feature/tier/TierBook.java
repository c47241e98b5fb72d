package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The configured tiers, open while this coordinator leads and tiers are on. Thread-safe. */
public final class TierBook {
    private final TierSettings settings;
    private final Replicated<TierTable> tiers;

    /** A closed book. */
    public TierBook(TierSettings settings, SnapshotStore store) {
        this.settings = settings;
        this.tiers = new Replicated<>(TierTable.CONCERN, store);
    }

    /** The settings of tiers. */
    public TierSettings settings() {
        return settings;
    }

    /** Loads the last leader's tiers, if tiers are on. */
    public void open(Term term) {
        if (settings.on()) {
            tiers.open(term);
        }
    }

    /** Closes the book. */
    public void close() {
        tiers.close();
    }

    /** The tiers; empty while closed, or off. */
    public Optional<TierTable> ifOpen() {
        return tiers.ifOpen();
    }

    /** The tiers of a leader; none while off. */
    public TierTable table() {
        return settings.on() ? tiers.now() : TierTable.EMPTY;
    }

    /** Changes them, as {@link Replicated#change} says; while tiers are off, nothing is stored. */
    public TierTable change(UnaryOperator<TierTable> change, boolean dryRun) {
        return settings.on() ? tiers.change(change, dryRun) : change.apply(TierTable.EMPTY);
    }
}
