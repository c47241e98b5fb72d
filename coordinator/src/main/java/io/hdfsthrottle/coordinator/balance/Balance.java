package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.unit.Rate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The terms of every node, the entitlement of every tenant, and the state that the next balance starts from. Immutable.
 */
public final class Balance {
    /** The state of a coordinator in a cluster where no coordinator has ever sent terms. */
    public static final Balance NONE = after(TermHolders.NONE);

    final Columns columns;
    final long round;
    final long started;
    final double[] weights;
    final double[] floors;
    final double[] ceilings;

    /** The nodes that may apply terms of earlier coordinators. */
    final TermHolders left;

    /** Those of them that have not reported to this coordinator. */
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
     * The state of a coordinator at the start of its term, with the nodes that may apply terms of earlier coordinators.
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
     * The terms to send, by node, without a version. A node that is missing keeps its terms. Terms that did not change
     * are the same object as in the previous balance.
     */
    public Map<String, NodeTerms> terms() {
        Map<String, NodeTerms> terms = new TreeMap<>();
        nodes.keySet().forEach(name -> terms(name).ifPresent(each -> terms.put(name, each)));
        return Collections.unmodifiableMap(terms);
    }

    /** The terms of that node; empty if none are to be sent. */
    public Optional<NodeTerms> terms(String node) {
        return Optional.ofNullable(nodes.get(node))
                .filter(known -> known.serial > 0)
                .map(known -> known.terms);
    }

    /**
     * The serial number of that node's terms: from 1, increased whenever they change; 0 as long as there are none. The
     * version that is sent to the node must contain it ({@link io.hdfsthrottle.coordinator.demand.ClusterDemand#of}).
     */
    public long serial(String node) {
        Node known = nodes.get(node);
        return known == null ? 0 : known.serial;
    }

    /** The entitlement of each tenant of the policy, by name. */
    public List<TenantBalance> tenants() {
        return tenants;
    }

    /** The factors of priorities that it was computed with. */
    public Factors factors() {
        return columns.factors;
    }

    /** The capacity of that disk as it is assumed here; unlimited where it is not known and nobody is throttled. */
    public Rate capacity(String node, String volume) {
        return Stream.ofNullable(nodes.get(node))
                .flatMap(known -> known.disks.stream())
                .filter(disk -> disk.volume.equals(volume))
                .findFirst()
                .map(disk -> Rate.ofBytesPerSecond((long) disk.capacity))
                .orElse(Rate.UNLIMITED);
    }

    /** Whether weights are kept because this coordinator is new and still collects reports. */
    public boolean relearning() {
        return relearning;
    }

    /** Nodes that have stopped reporting; their terms are kept until they expire. */
    public List<String> silent() {
        return nodes.values().stream()
                .filter(node -> node.silent)
                .map(node -> node.name)
                .toList();
    }

    /** The nodes whose terms are known; nodes that were silent until their terms expired are not among them. */
    public Set<String> reportedNodes() {
        return Set.copyOf(nodes.keySet());
    }

    /**
     * The nodes that may apply terms of earlier coordinators and have not reported yet; none once those terms have
     * expired.
     */
    public TermHolders unheard() {
        return unheard;
    }

    Collection<Node> nodes() {
        return nodes.values();
    }

    Node node(String name) {
        return nodes.get(name);
    }

    /** This balance with the tenants of another policy. */
    Balance of(Columns others) {
        int[] moved = new int[columns.size()];
        double[] newWeights = others.priority.clone();
        double[] newFloors = new double[others.size()];
        double[] newCeilings = new double[others.size()];
        Arrays.fill(newCeilings, Double.POSITIVE_INFINITY);
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
        nodes.forEach((name, node) -> newNodes.put(name, node.with(moved)));
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
}
