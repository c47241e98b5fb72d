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
 * @param canary the node that is tried out, or failed; its mode is among those of nodes while it enforces
 */
record ModeState(
        boolean told,
        Optional<Mode> cluster,
        Map<String, Mode> nodes,
        Map<Tenant, Mode> tenants,
        Optional<Canary> canary) {
    static final ModeState INITIAL = new ModeState(false, Optional.empty(), Map.of(), Map.of(), Optional.empty());

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

    /** A canary is one in a cluster in shadow: in another mode there is none, and it goes by that mode, too. */
    ModeState withCluster(Optional<Mode> mode) {
        return new ModeState(true, mode, withoutCanary().nodes, tenants, Optional.empty());
    }

    /** A canary whose mode somebody sets is none any more. */
    ModeState withNode(String node, Optional<Mode> mode) {
        return new ModeState(true, cluster, with(nodes, "node", node, mode), tenants, canary.filter(each -> !each.node()
                .equals(node)));
    }

    ModeState withTenant(Tenant tenant, Optional<Mode> mode) {
        return new ModeState(true, cluster, nodes, with(tenants, "tenant", tenant, mode), canary);
    }

    /** With that node enforcing in place of the canary before, if there was one. */
    ModeState withCanary(Canary next) {
        ModeState enforcing = withoutCanary().withNode(next.node(), Optional.of(Mode.ENFORCE));
        return new ModeState(true, cluster, enforcing.nodes, tenants, Optional.of(next));
    }

    /** With that canary gone by the cluster's mode, for that reason; the same if it is another one by now. */
    ModeState withFailed(Canary which, String why) {
        if (!canary.equals(Optional.of(which))) {
            return this;
        }
        Canary failed = new Canary(which.node(), which.bounds(), Optional.of(why));
        return new ModeState(true, cluster, withoutCanary().nodes, tenants, Optional.of(failed));
    }

    /** Without a canary; one that enforces goes by the cluster's mode. */
    ModeState withoutCanary() {
        Optional<String> enforcing = canary.filter(Canary::enforces).map(Canary::node);
        Map<String, Mode> others = enforcing
                .map(node -> with(nodes, "node", node, Optional.empty()))
                .orElse(nodes);
        return new ModeState(told, cluster, others, tenants, Optional.empty());
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
