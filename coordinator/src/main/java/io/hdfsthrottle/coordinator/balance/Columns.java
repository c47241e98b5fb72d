package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A policy's tenants as parallel arrays, rates in bytes per second, priorities with their factors applied. Immutable.
 */
final class Columns {
    final Policy policy;
    final Factors factors;
    final Tenant[] tenants;
    final double[] priority;
    final double[] reservation;
    final double[] limit;
    private final Map<Tenant, Integer> at = new HashMap<>();

    Columns(Policy policy, Factors factors) {
        this.policy = policy;
        this.factors = factors;
        List<TenantTerms> terms = List.copyOf(policy.tenants());
        tenants = new Tenant[terms.size()];
        priority = new double[tenants.length];
        reservation = new double[tenants.length];
        limit = new double[tenants.length];
        for (int c = 0; c < tenants.length; c++) {
            TenantTerms each = terms.get(c);
            tenants[c] = each.tenant();
            priority[c] = each.priority() * factors.of(each.tenant());
            reservation[c] = each.reservation().bytesPerSecond();
            limit[c] = each.limit().isUnlimited()
                    ? Double.POSITIVE_INFINITY
                    : each.limit().bytesPerSecond();
            at.put(each.tenant(), c);
        }
    }

    int size() {
        return tenants.length;
    }

    /** The index of that tenant; -1 if it is not in the policy. */
    int of(Tenant tenant) {
        return at.getOrDefault(tenant, -1);
    }

    /** The index of that tenant, faster if the guess is right; a guess of -1 means none. */
    int of(Tenant tenant, int likely) {
        return likely >= 0 && tenants[likely].equals(tenant) ? likely : of(tenant);
    }

    boolean limited(int column) {
        return limit[column] < Double.POSITIVE_INFINITY;
    }

    /**
     * Whether the policy's terms cannot be applied unchanged on a disk: the tenant has a cluster-wide limit or
     * reservation, or a factor.
     */
    boolean ofTheCluster(int column) {
        return limited(column) || reservation[column] > 0 || factors.of(tenants[column]) != 1;
    }
}
