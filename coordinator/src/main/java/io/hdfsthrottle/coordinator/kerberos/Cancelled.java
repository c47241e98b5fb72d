package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cancelled tokens that would not have ended yet. Immutable.
 *
 * @param until by the token's id, when it would have ended, in seconds since 1970
 */
record Cancelled(Map<String, Long> until) {
    /** As a replicated state: a coordinator that does not understand it would let cancelled tokens in. */
    static final Concern<Cancelled> TOKENS = new Concern<>(
            "cancelled tokens",
            new Cancelled(Map.of()),
            Snapshot.of("tokens", 1, new Cancelled(Map.of()), Cancelled.class),
            Unreadable.STOPS_LEADER);

    /** More cannot be cancelled at one time: then the signing key is to be replaced, which ends them all. */
    static final int MOST = 2_000;

    Cancelled {
        until = Map.copyOf(until);
    }

    boolean contains(String id) {
        return until.containsKey(id);
    }

    /** The same with one more, unless there are too many, and without those that have ended. */
    Cancelled with(String id, long end, long now) {
        Map<String, Long> after = new TreeMap<>(until);
        after.values().removeIf(each -> each <= now);
        after.put(id, end);
        if (after.size() > MOST) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "at most " + MOST + " tokens can be cancelled at a time; replace the signing key instead");
        }
        return new Cancelled(after);
    }
}
