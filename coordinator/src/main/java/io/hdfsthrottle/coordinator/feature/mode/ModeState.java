package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The modes that people have set. As long as nobody has set any, nodes are told nothing, and keep what they were told.
 * Immutable.
 *
 * @param told whether anybody ever set one
 * @param cluster that of the cluster; empty for the settings of each node
 * @param nodes those of single nodes, by name
 * @param tenants those of single tenants
 */
record ModeState(boolean told, Optional<Mode> cluster, Map<String, Mode> nodes, Map<Tenant, Mode> tenants) {
    static final ModeState INITIAL = new ModeState(false, Optional.empty(), Map.of(), Map.of());

    /** How many nodes, and how many tenants, may have a mode of their own: every node is told all of them. */
    static final int MOST = 1_000;

    /** Copies what it is given. */
    ModeState {
        nodes = Map.copyOf(nodes);
        tenants = Map.copyOf(tenants);
    }

    Modes modes() {
        return Modes.of(cluster, nodes, tenants);
    }

    ModeState withCluster(Optional<Mode> mode) {
        return new ModeState(true, mode, nodes, tenants);
    }

    ModeState withNode(String node, Optional<Mode> mode) {
        return new ModeState(true, cluster, with(nodes, "node", node, mode), tenants);
    }

    ModeState withTenant(Tenant tenant, Optional<Mode> mode) {
        return new ModeState(true, cluster, nodes, with(tenants, "tenant", tenant, mode));
    }

    private static <K extends Comparable<K>> Map<K, Mode> with(
            Map<K, Mode> before, String what, K key, Optional<Mode> mode) {
        Map<K, Mode> after = new TreeMap<>(before);
        if (mode.isPresent()) {
            after.put(key, mode.get());
        } else {
            after.remove(key);
        }
        if (after.size() > MOST) {
            throw new InvalidInput(what, key, "one of the " + MOST + " that have a mode of their own; take some away");
        }
        return after;
    }
}
