package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.identity.Tenant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Computes the weight factors of tenants from appointments. A tenant with an appointment gets the weight that its
 * promise needs against all tenants that use the disks now: uncoordinated tenants raise it, and so do promised bytes
 * not served yet. A tenant that got more than its fair share has less weight afterwards, until the others have it back;
 * and also meanwhile, if its debt exceeds what one appointment is worth, so that a series of appointments gives no
 * tenant more. Pure.
 */
final class AppointmentFactors {
    private AppointmentFactors() {}

    static Map<Tenant, Double> factors(Calendar calendar, Load load, long slice, AppointmentSettings settings) {
        Map<Tenant, Double> factors = new TreeMap<>();
        calendar.debts().forEach((tenant, debt) -> {
            if (!debt.isNothing(slice)) {
                factors.put(tenant, settings.afterwards());
            }
        });
        Map<Set<String>, Load> loads = new HashMap<>();
        calendar.appointments().stream()
                .filter(Appointment::begun)
                .forEach(each -> loads.computeIfAbsent(each.nodes(), load::on));
        Map<Tenant, Double> raised = new TreeMap<>();
        loads.keySet().forEach(nodes -> raise(nodes, calendar, loads, slice, factors)
                .forEach((tenant, factor) -> raised.merge(tenant, factor, Math::max)));
        double mostOwed = settings.mostOwed(load.capacity());
        calendar.debts().forEach((tenant, debt) -> {
            if (debt.bytes() > mostOwed) {
                raised.remove(tenant);
            }
        });
        raised.replaceAll((tenant, factor) -> Math.min(Math.max(factor, 1), settings.mostWeight()));
        Map<Tenant, Double> all = new TreeMap<>(factors);
        all.putAll(raised);
        return all;
    }

    /** What the appointments on these nodes need against the tenants that use their disks. */
    private static Map<Tenant, Double> raise(
            Set<String> nodes,
            Calendar calendar,
            Map<Set<String>, Load> loads,
            long slice,
            Map<Tenant, Double> indebted) {
        Load load = loads.get(nodes);
        Map<Tenant, Double> shares = shares(nodes, calendar, loads, slice);
        double promised =
                shares.values().stream().mapToDouble(Double::doubleValue).sum();
        double others = load.uses().entrySet().stream()
                .filter(use -> !shares.containsKey(use.getKey()))
                .mapToDouble(use -> use.getValue().weight() * indebted.getOrDefault(use.getKey(), 1.0))
                .sum();
        Map<Tenant, Double> needed = new TreeMap<>();
        shares.forEach((tenant, share) -> needed.put(tenant, share * others / ((1 - promised) * load.weight(tenant))));
        return needed;
    }

    /**
     * The shares of these disks that begun appointments need: together at most {@link AppointmentSettings#MOST_SHARE}.
     * An appointment for more nodes needs the same share of each.
     */
    private static Map<Tenant, Double> shares(
            Set<String> nodes, Calendar calendar, Map<Set<String>, Load> loads, long slice) {
        Map<Tenant, Double> shares = new TreeMap<>();
        for (Appointment each : calendar.appointments()) {
            double capacity = each.begun() ? loads.get(each.nodes()).capacity() : 0;
            if (capacity > 0 && each.rate() > 0 && each.meets(nodes)) {
                double late = each.due() / Math.max(1, each.end() - slice);
                double share = Math.max(each.rate(), late) / capacity;
                shares.merge(each.tenant(), Math.min(share, AppointmentSettings.MOST_SHARE), Double::sum);
            }
        }
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        if (sum > AppointmentSettings.MOST_SHARE) {
            shares.replaceAll((tenant, share) -> share * AppointmentSettings.MOST_SHARE / sum);
        }
        return shares;
    }
}
