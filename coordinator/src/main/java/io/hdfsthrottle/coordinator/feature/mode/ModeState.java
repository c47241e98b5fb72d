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
 * @param nodes those of single nodes, by name; that of the canary holds again once it is none
 * @param tenants those of single tenants
 * @param canary the node that is tried out, or failed
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
        return Modes.of(
                cluster,
                enforcing()
                        .map(node -> with(nodes, node, Optional.of(Mode.ENFORCE)))
                        .orElse(nodes),
                tenants);
    }

    /** The canary, while it enforces. */
    private Optional<String> enforcing() {
        return canary.filter(Canary::enforces).map(Canary::node);
    }

    /** A canary is one in a cluster in shadow: in another mode there is none, and it goes by that mode, too. */
    ModeState withCluster(Optional<Mode> mode) {
        return mode.equals(cluster) ? this : new ModeState(true, mode, nodes, tenants, Optional.empty());
    }

    /** A canary whose mode somebody sets is none any more. */
    ModeState withNode(String node, Optional<Mode> mode) {
        Optional<Canary> other = canary.filter(each -> !each.node().equals(node));
        return mode.equals(own(node)) && other.equals(canary)
                ? this
                : new ModeState(true, cluster, bounded("node", node, with(nodes, node, mode)), tenants, other);
    }

    ModeState withTenant(Tenant tenant, Optional<Mode> mode) {
        return mode.equals(own(tenant))
                ? this
                : new ModeState(true, cluster, nodes, bounded("tenant", tenant, with(tenants, tenant, mode)), canary);
    }

    Optional<Mode> own(String node) {
        return Optional.ofNullable(nodes.get(node));
    }

    Optional<Mode> own(Tenant tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    /** With that node enforcing in place of the canary before, if there was one. */
    ModeState withCanary(Canary next) {
        own(next.node()).filter(mode -> mode != Mode.SHADOW).ifPresent(mode -> {
            throw new InvalidInput(
                    "node",
                    next.node(),
                    "a node in shadow, and " + next.node() + " has the mode " + mode.label()
                            + " of its own: hdfs-throttle mode none --node " + next.node() + " takes that away");
        });
        return new ModeState(true, cluster, nodes, tenants, Optional.of(next));
    }

    /** With that canary gone by its mode before, for that reason; the same if it is another one by now. */
    ModeState withFailed(Canary which, String why) {
        if (!canary.equals(Optional.of(which))) {
            return this;
        }
        Canary failed = new Canary(which.node(), which.bounds(), Optional.of(why));
        return new ModeState(true, cluster, nodes, tenants, Optional.of(failed));
    }

    /** Without a canary; one that enforces goes by its mode before. */
    ModeState withoutCanary() {
        return new ModeState(told, cluster, nodes, tenants, Optional.empty());
    }

    private static <K extends Comparable<K>> Map<K, Mode> with(Map<K, Mode> before, K key, Optional<Mode> mode) {
        Map<K, Mode> after = new TreeMap<>(before);
        mode.ifPresentOrElse(each -> after.put(key, each), () -> after.remove(key));
        return after;
    }

    private static <K> Map<K, Mode> bounded(String what, K key, Map<K, Mode> modes) {
        if (modes.size() > MOST) {
            throw new InvalidInput(what, key, "one of the " + MOST + " that have a mode of their own; take some away");
        }
        return modes;
    }
}
