package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.identity.NodeKey;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keys of nodes that are refused. Immutable.
 *
 * @param until by the host's name, the seconds since 1970 until which its keys were issued that are refused
 */
public record Revoked(Map<String, Long> until) {
    /** As a replicated state: a coordinator that does not understand it would let revoked nodes in. */
    static final Concern<Revoked> KEYS = new Concern<>(
            "revoked keys",
            new Revoked(Map.of()),
            Snapshot.of("revoked", 1, new Revoked(Map.of()), Revoked.class),
            Unreadable.STOPS_LEADER);

    /** About 100 bytes each, in a znode of 1 MiB. */
    static final int MOST = 5_000;

    /** Copies the map, in the order of the names. */
    public Revoked {
        until = Collections.unmodifiableMap(new TreeMap<>(until));
    }

    /** Whether a key for that host, or for a node of that host, is refused that was issued then. */
    boolean covers(String node, long issuedSeconds) {
        return issuedSeconds <= until.getOrDefault(NodeKey.hostOf(node), Long.MIN_VALUE);
    }

    /**
     * The same with the keys of one more host, unless there are too many, and of its nodes, that were issued until now.
     */
    Revoked with(String host, long now) {
        Map<String, Long> after = new TreeMap<>(until);
        after.merge(NodeKey.hostOf(host), now, Math::max); // a leader's clock may be behind the one before
        if (after.size() > MOST) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "the keys of at most " + MOST + " nodes can be revoked; replace the signing key instead");
        }
        return new Revoked(after);
    }

    /** The same without that host. */
    Revoked without(String host) {
        Map<String, Long> after = new TreeMap<>(until);
        after.remove(NodeKey.hostOf(host));
        return new Revoked(after);
    }
}
