package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A policy's tenants as numbers side by side, in bytes per second; priorities with their factors. Immutable after construction. */
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

    /** Where that tenant is; -1 for none of the policy's. */
    int of(Tenant tenant) {
        return at.getOrDefault(tenant, -1);
    }

    /** The same, sooner if it is where it is likely to be; -1 for no guess. */
    int of(Tenant tenant, int likely) {
        return likely >= 0 && tenants[likely].equals(tenant) ? likely : of(tenant);
    }

    boolean limited(int column) {
        return limit[column] < Double.POSITIVE_INFINITY;
    }

    /** Whether the policy's terms must not hold on any disk as they are, because they are of the cluster or a factor changes them. */
    boolean ofTheCluster(int column) {
        return limited(column) || reservation[column] > 0 || factors.of(tenants[column]) != 1;
    }
}
