package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Holds the modes of the current term, and adds them to what every node is told. Thread-safe. */
final class ModeBook {
    /** Where they cannot be read, nodes are told none, and keep theirs: nothing that was off begins by itself. */
    static final Concern<ModeState> MODES = new Concern<>(
            "modes",
            ModeState.INITIAL,
            Snapshot.of("modes", 1, ModeState.INITIAL, ModeState.class),
            Unreadable.BEGINS_ANEW);

    private final Replicated<ModeState> state;

    /** @param changed called after they have changed */
    ModeBook(SnapshotStore store, Runnable changed) {
        this.state = new Replicated<>(MODES, store, (before, after) -> changed.run());
    }

    void open(Term term) {
        state.open(term);
    }

    void close() {
        state.close();
    }

    /** The modes now; none while closed. */
    ModeState now() {
        return state.orInitial();
    }

    /** That policy with the modes, if any were ever set. */
    Grant into(Grant policy) {
        ModeState now = now();
        return now.told() ? policy.withModes(now.modes()) : policy;
    }

    /** Takes away the modes of tenants that are gone: one that comes by their name later is another. */
    void forget(Replicated<Policy> policy, Consumer<Tenant> ended) {
        Predicate<Tenant> isGone = tenant -> policy.now().terms(tenant).isEmpty();
        now().tenants().keySet().stream().filter(isGone).forEach(gone -> {
            ModeState unused = state.change(
                    before -> isGone.test(gone) ? before.withTenant(gone, Optional.empty()) : before,
                    false,
                    (before, after) -> ended.accept(gone));
        });
    }

    /** Changes them; the modes after that. */
    ModeState change(UnaryOperator<ModeState> change, boolean dryRun, BiConsumer<ModeState, ModeState> kept) {
        return state.change(change, dryRun, kept);
    }
}
