package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.NodeTerms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What every node is told, what every tenant is due, and all that the next balance has to know. Immutable. */
public final class Balance {
    /** What a coordinator knows that begins where none has ever given terms. */
    public static final Balance NONE = after(TermHolders.NONE);

    final Columns columns;
    final long round;
    final long started;
    final double[] weights;
    final double[] floors;
    final double[] ceilings;

    /** The nodes that may go by terms of coordinators before. */
    final TermHolders left;

    /** Those of them that this coordinator has not heard. */
    final TermHolders unheard;

    private final boolean relearning;
    private final Map<String, Node> nodes;
    private final List<TenantBalance> tenants;

    Balance(
            Columns columns,
            long round,
            long started,
            boolean relearning,
            Map<String, Node> nodes,
            double[] weights,
            double[] floors,
            double[] ceilings,
            TermHolders left,
            TermHolders unheard,
            List<TenantBalance> tenants) {
        this.columns = columns;
        this.round = round;
        this.started = started;
        this.relearning = relearning;
        this.nodes = nodes;
        this.weights = weights;
        this.floors = floors;
        this.ceilings = ceilings;
        this.left = left;
        this.unheard = unheard;
        this.tenants = List.copyOf(tenants);
    }

    /**
     * What a coordinator that begins knows.
     *
     * @param left the nodes that may go by terms of coordinators before
     */
    public static Balance after(TermHolders left) {
        return new Balance(
                new Columns(Policy.INITIAL, Factors.NONE),
                0,
                0,
                false,
                Map.of(),
                new double[0],
                new double[0],
                new double[0],
                left,
                left,
                List.of());
    }

    /**
     * The terms of every node that has something to be told, by node, under no version. A node that is not there keeps what it
     * has. The same object as in the balance before if nothing changed.
     */
    public Map<String, NodeTerms> terms() {
        Map<String, NodeTerms> terms = new TreeMap<>();
        nodes.forEach((name, node) -> {
            if (node.serial > 0) {
                terms.put(name, node.terms);
            }
        });
        return Collections.unmodifiableMap(terms);
    }

    /** The terms of that node; nothing if it is to be told nothing. */
    public Optional<NodeTerms> terms(String node) {
        Node known = nodes.get(node);
        return known == null || known.serial == 0 ? Optional.empty() : Optional.of(known.terms);
    }

    /**
     * The serial of that node's terms: from 1, larger whenever they say something else; 0 as long as there are none. The version
     * that the node is told must lead back to it ({@link io.hdfsthrottle.coordinator.demand.ClusterDemand#of}).
     */
    public long serial(String node) {
        Node known = nodes.get(node);
        return known == null ? 0 : known.serial;
    }

    /** What each tenant of the policy is due, by name. */
    public List<TenantBalance> tenants() {
        return tenants;
    }

    /** Whether weights stay as they are because a new coordinator listens first. */
    public boolean relearning() {
        return relearning;
    }

    /** Nodes that do not answer, and whose terms stay as they are until they expire. */
    public List<String> silent() {
        return nodes.values().stream()
                .filter(node -> node.silent)
                .map(node -> node.name)
                .toList();
    }

    /** The nodes whose terms are known; those that were silent for so long that they have none are not among them. */
    public Set<String> heard() {
        return Set.copyOf(nodes.keySet());
    }

    /** The nodes that may go by terms of coordinators before and were not heard yet; none when those terms have expired. */
    public TermHolders unheard() {
        return unheard;
    }

    Collection<Node> nodes() {
        return nodes.values();
    }

    Node node(String name) {
        return nodes.get(name);
    }

    /** The same for another policy. */
    Balance of(Columns others) {
        int[] moved = new int[columns.size()];
        double[] newWeights = others.priority.clone();
        double[] newFloors = new double[others.size()];
        double[] newCeilings = new double[others.size()];
        java.util.Arrays.fill(newCeilings, Double.POSITIVE_INFINITY);
        for (int c = 0; c < moved.length; c++) {
            int to = others.of(columns.tenants[c]);
            moved[c] = to;
            if (to >= 0 && c < weights.length) {
                newWeights[to] = weights[c] / columns.priority[c] * others.priority[to];
                newFloors[to] = floors[c];
                newCeilings[to] = columns.limited(c) ? ceilings[c] : Double.POSITIVE_INFINITY;
            }
        }
        Map<String, Node> newNodes = new TreeMap<>();
        nodes.forEach((name, node) -> {
            List<Disk> disks = new ArrayList<>(node.disks.size());
            node.disks.forEach(disk -> disks.add(disk.with(moved, disk.seen)));
            newNodes.put(name, copy(node, disks));
        });
        return new Balance(
                others,
                round,
                started,
                relearning,
                newNodes,
                newWeights,
                newFloors,
                newCeilings,
                left,
                unheard,
                tenants);
    }

    /** The same node with other disks. */
    static Node copy(Node node, List<Disk> disks) {
        Node copy = new Node(node.name, node.heard, node.report, disks).told(node);
        copy.confirmed = node.confirmed;
        copy.foreign = node.foreign;
        copy.silent = node.silent;
        return copy;
    }
}
