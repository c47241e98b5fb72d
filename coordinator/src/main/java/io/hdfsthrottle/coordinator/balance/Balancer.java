package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Makes one share of the cluster out of the shares of its disks; the law is in the package's description. Immutable,
 * thread-safe, pure.
 */
public final class Balancer {
    /**
     * The fraction of a limit that is distributed: the least parts of disks that have not reported yet may differ by
     * the rest.
     */
    private static final double CERTAINLY_WITHIN = 0.999;

    private final BalanceSettings settings;

    public Balancer(BalanceSettings settings) {
        this.settings = settings;
    }

    /**
     * Computes the next balance.
     *
     * @param policy the tenants with their priorities, reservations and limits
     * @param factors the factor of each tenant's priority
     * @param demand the last report of each node
     * @param previous the previous balance of this coordinator; {@link Balance#after} at the start of its term
     * @param nanos the monotonic time, in nanoseconds
     */
    public Balance next(Policy policy, Factors factors, ClusterDemand demand, Balance previous, long nanos) {
        boolean begins = previous.round == 0;
        boolean other = begins || !previous.columns.policy.equals(policy) || !previous.columns.factors.equals(factors);
        Columns columns = other ? new Columns(policy, factors) : previous.columns;
        Balance before = other ? previous.of(columns) : previous;
        long started = before.nodes().isEmpty() ? nanos : before.started;
        long serial = before.round + 1;
        long age = nanos - started;
        TermHolders unheard = unheard(before, demand, age);
        boolean mostHeard = !begins
                && !before.left.isEmpty()
                && unheard.size() <= before.left.size() * BalanceSettings.STILL_UNHEARD;
        boolean listening = age < settings.relearning().toNanos() && !mostHeard;

        int places = ReportMerge.places(demand, before);
        double[] floors = Splits.floors(columns, before.floors, places);
        Estimates estimates = new Estimates(columns, floors);
        Map<String, Node> nodes = new ReportMerge(estimates, settings.expiry(), nanos).merge(demand, before);
        boolean own = unheard.isEmpty() && nodes.values().stream().noneMatch(node -> node.foreign);
        Splits splits = new Splits(columns, floors, places, nodes.values());
        double[] ceilings = ceilings(before, splits, estimates, listening, own);

        double[] weights = before.weights.clone();
        Flow flow = new Flow(columns, weights, splits.usable());
        List<Disk> contended = new ArrayList<>();
        List<Disk> silent = new ArrayList<>();
        List<Disk> idle = new ArrayList<>();
        for (Node node : nodes.values()) {
            for (Disk disk : node.disks) {
                (!disk.contended ? idle : node.silent ? silent : contended).add(disk);
            }
        }
        flow.solve(contended, silent, idle);
        splits.move(given(columns, ceilings, listening), listening, serial);
        Weights decided = new Weights(columns, flow, new ArrivalWeights(columns, flow, nanos));
        TermsUpdate update = new TermsUpdate(columns, floors);
        boolean anew = other || !Arrays.equals(floors, before.floors);
        for (Node node : nodes.values()) {
            if (!node.silent && !(listening && node.foreign)) {
                if (!listening) {
                    node.disks.forEach(decided::set);
                }
                update.update(node, previous.node(node.name), anew || node.serial == 0, serial);
            }
        }
        return new Balance(
                columns,
                serial,
                started,
                listening,
                nodes,
                weights,
                floors,
                ceilings,
                before.left,
                unheard,
                tenants(columns, flow, splits));
    }

    /** The nodes that may still apply terms of earlier coordinators; none once those terms have expired. */
    private TermHolders unheard(Balance before, ClusterDemand demand, long age) {
        if (age >= settings.expiry().toNanos()) {
            return TermHolders.NONE;
        }
        TermHolders unheard = before.unheard.without(
                demand.nodes().stream().map(NodeDemand::node).toList());
        boolean others = demand.nodes().stream()
                .anyMatch(node -> node.confirmed() == NodeDemand.OTHERS
                        && before.node(node.node()) == null
                        && !before.left.contains(node.node()));
        return others ? unheard.and(List.of(TermHolders.SOMEBODY)) : unheard;
    }

    /**
     * The part of each limit that is certainly not in force on nodes that have not reported yet, nor on disks where a
     * node with another coordinator's terms did not report the tenant: all of it, once every node applies this
     * coordinator's terms, or none.
     */
    private static double[] ceilings(
            Balance before, Splits splits, Estimates estimates, boolean listening, boolean all) {
        double[] ceilings = before.ceilings.clone();
        double[] held = splits.heldBy(node -> node.foreign && (listening || before.node(node.name) == null));
        for (int c = 0; c < ceilings.length; c++) {
            if (all || estimates.unsplit[c] || (ceilings[c] == Double.POSITIVE_INFINITY && !listening)) {
                ceilings[c] = Double.POSITIVE_INFINITY;
            } else {
                ceilings[c] = held[c] + (listening ? splits.least(c) : ceilings[c]);
            }
        }
        return ceilings;
    }

    private static double[] given(Columns columns, double[] ceilings, boolean listening) {
        double[] given = new double[ceilings.length];
        for (int c = 0; c < given.length; c++) {
            given[c] = listening ? 0 : Math.min(columns.limit[c] * CERTAINLY_WITHIN, ceilings[c]);
        }
        return given;
    }

    private static List<TenantBalance> tenants(Columns columns, Flow flow, Splits splits) {
        List<TenantBalance> tenants = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            tenants.add(new TenantBalance(
                    columns.tenants[c],
                    rate(Math.min(flow.demand[c], columns.limit[c])),
                    rate(flow.total[c]),
                    flow.total[c] / columns.priority[c],
                    splits.sum(c),
                    rate(splits.uncovered(c))));
        }
        return tenants;
    }

    private static Rate rate(double bytesPerSecond) {
        return Rate.ofBytesPerSecond((long) bytesPerSecond);
    }
}
