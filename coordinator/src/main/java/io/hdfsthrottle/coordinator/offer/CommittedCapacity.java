package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The reserved part of each node's capacity, during an admission decision. Not thread-safe.
 *
 * <p>A reservation is spread over its disks in proportion to their capacities: so all volumes of a node have the same
 * part reserved, and one number per node suffices. On a node, a tenant holds its part of its own reservation or what
 * its applications hold there, whichever is more: theirs count within its own.
 */
final class CommittedCapacity {
    /**
     * The part of a disk, and of a tenant's reservation, that DataNodes keep for reservations; the rest prevents
     * starvation.
     */
    static final double MOST_RESERVED = 0.9;

    /** Stands for each node that no claim names. */
    private static final String ANY_OTHER = "";

    /** Tolerance for rounding errors of sums, in bytes per second. */
    static final double HAIR = 1e-3;

    private final Disks disks;
    private final Policy policy;
    private final Map<Tenant, Holding> tenants = new HashMap<>();

    /** The part of each named node's capacity that is reserved, and that of any other. */
    private final Map<String, Double> reserved = new HashMap<>();

    /** What one tenant holds: parts of capacity, except the sum of rates. */
    private static final class Holding {
        final double own;
        final Map<String, Double> onNodes = new HashMap<>();
        double everywhere;
        double bytesPerSecond;

        Holding(double own) {
            this.own = own;
        }

        double ofApplications(String node) {
            return everywhere + onNodes.getOrDefault(node, 0.0);
        }

        double on(String node) {
            return Math.max(own, ofApplications(node));
        }
    }

    /** With the tenants' own reservations. */
    CommittedCapacity(Disks disks, Policy policy) {
        this.disks = disks;
        this.policy = policy;
        for (TenantTerms terms : policy.tenants()) {
            double own = disks.capacity() == 0 ? 0 : terms.reservation().bytesPerSecond() / disks.capacity();
            tenants.put(terms.tenant(), new Holding(own));
        }
        reserved.put(
                ANY_OTHER,
                tenants.values().stream().mapToDouble(each -> each.own).sum());
    }

    /** Adds to what an application holds; negative to release. */
    void hold(Claim claim, long bytesPerSecond) {
        Holding holding = holding(claim.tenant());
        holding.bytesPerSecond += (double) bytesPerSecond;
        double capacity = disks.capacity(claim.nodes());
        if (capacity == 0) {
            return;
        }
        double part = bytesPerSecond / capacity;
        if (claim.nodes().isEmpty()) {
            Map<String, Double> before = new HashMap<>();
            reserved.keySet().forEach(node -> before.put(node, holding.on(node)));
            holding.everywhere += part;
            before.forEach((node, on) -> reserved.merge(node, holding.on(node) - on, Double::sum));
            return;
        }
        for (String node : claim.nodes()) {
            if (disks.capacity(node).isPresent()) {
                double before = holding.on(node);
                holding.onNodes.merge(node, part, Double::sum);
                reserved.put(node, reserved(node) + holding.on(node) - before);
            }
        }
    }

    /** The room for the claim's tenant on the claim's nodes; on all if none is named. */
    Headroom room(Claim claim) {
        double capacity = disks.capacity(claim.nodes());
        if (capacity == 0) {
            return new Headroom(Rate.ZERO, Headroom.Bound.UNKNOWN);
        }
        Holding own = holding(claim.tenant());
        double ofTenant = MOST_RESERVED * reservation(claim.tenant()) - own.bytesPerSecond;
        double ofDisks = Double.MAX_VALUE;
        Collection<String> places = claim.nodes().isEmpty() ? reserved.keySet() : claim.nodes();
        for (String node : places) {
            if (node.equals(ANY_OTHER) || disks.capacity(node).isPresent()) {
                double left = MOST_RESERVED - reserved(node) + own.on(node);
                ofDisks = Math.min(ofDisks, left < own.own ? 0 : capacity * (left - own.ofApplications(node)));
            }
        }
        long free = (long) Math.max(0, Math.floor(Math.min(ofTenant, ofDisks) + HAIR));
        return new Headroom(
                Rate.ofBytesPerSecond(free), ofTenant <= ofDisks ? Headroom.Bound.TENANT : Headroom.Bound.DISKS);
    }

    /** The part of a node's capacity that is reserved: above 1 if overcommitted. */
    double reserved(String node) {
        return reserved.getOrDefault(node, reserved.get(ANY_OTHER));
    }

    private double reservation(Tenant tenant) {
        return policy.terms(tenant)
                .map(terms -> (double) terms.reservation().bytesPerSecond())
                .orElse(0.0);
    }

    private Holding holding(Tenant tenant) {
        return tenants.computeIfAbsent(tenant, unknown -> new Holding(0));
    }
}
