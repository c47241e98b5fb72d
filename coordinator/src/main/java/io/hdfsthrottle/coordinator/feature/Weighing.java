package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.explain.Weight;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Multiplies the factors of tenants' weights. While a tenant is paid for a small one, the others together count at most
 * 1. Thread-safe; {@link #next} is for one thread.
 */
final class Weighing {
    private final List<Factor> factors = new CopyOnWriteArrayList<>();

    void add(Factor factor) {
        factors.add(factor);
    }

    Factors next(Policy policy, ClusterDemand demand, long nanos) {
        factors.forEach(factor -> factor.next(policy, demand, nanos));
        return now(nanos);
    }

    Factors now(long nanos) {
        return product(values(factors, nanos));
    }

    /** The factors of one feature, and whether one below 1 is paid for. */
    record Values(Map<Tenant, Double> byTenant, boolean paidFor) {
        private double of(Tenant tenant) {
            return byTenant.getOrDefault(tenant, 1.0);
        }
    }

    private static List<Values> values(List<Factor> factors, long nanos) {
        return factors.stream()
                .map(factor -> new Values(factor.factors(nanos), factor.isPaidFor()))
                .toList();
    }

    static Factors product(List<Values> values) {
        Set<Tenant> tenants = values.stream()
                .flatMap(each -> each.byTenant().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Map<Tenant, Double> products = new TreeMap<>();
        tenants.forEach(tenant -> products.put(tenant, product(values, tenant)));
        return Factors.of(products);
    }

    private static double product(List<Values> values, Tenant tenant) {
        double paid = 1;
        double others = 1;
        boolean yields = false;
        for (Values each : values) {
            double factor = each.of(tenant);
            if (each.paidFor()) {
                paid *= factor;
                yields |= factor < 1;
            } else {
                others *= factor;
            }
        }
        return paid * (yields ? Math.min(others, 1) : others);
    }

    Factors without(Factor own, long nanos) {
        return product(values(factors.stream().filter(each -> each != own).toList(), nanos));
    }

    /** What a tenant weighs, and why. */
    Weight weight(TenantTerms terms, long nanos) {
        Tenant tenant = terms.tenant();
        List<Weight.Factor> each = new ArrayList<>();
        double product = 1;
        for (Factor factor : factors) {
            double value = factor.factors(nanos).getOrDefault(tenant, 1.0);
            product *= value;
            each.add(new Weight.Factor(factor.name(), value, factor.why(tenant)));
        }
        double counts = product(values(factors, nanos), tenant);
        double capped = counts / product;
        if (capped < 0.999) {
            each.add(new Weight.Factor("", capped, "who yields gets no more for anything else"));
        }
        return new Weight(terms.priority() * counts, terms.priority(), each);
    }
}
