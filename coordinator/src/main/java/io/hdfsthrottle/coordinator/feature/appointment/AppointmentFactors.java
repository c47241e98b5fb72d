package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
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
        Map<Tenant, Double> shares = shares(calendar, load, slice);
        if (shares.isEmpty()) {
            return factors;
        }
        double promised =
                shares.values().stream().mapToDouble(Double::doubleValue).sum();
        double others = load.uses().entrySet().stream()
                .filter(use -> !shares.containsKey(use.getKey()))
                .mapToDouble(use -> use.getValue().weight() * factors.getOrDefault(use.getKey(), 1.0))
                .sum();
        shares.forEach((tenant, share) -> {
            Debt debt = calendar.debts().get(tenant);
            if (debt != null && debt.bytes() > settings.mostOwed(load.capacity())) {
                return; // its debt is above the limit
            }
            double needed = share * others / ((1 - promised) * load.weight(tenant));
            factors.put(tenant, Math.min(Math.max(needed, 1), settings.mostWeight()));
        });
        return factors;
    }

    /** The shares of all disks that begun appointments need: together at most {@link AppointmentSettings#MOST_SHARE}. */
    private static Map<Tenant, Double> shares(Calendar calendar, Load load, long slice) {
        Map<Tenant, Double> shares = new TreeMap<>();
        for (Appointment each : calendar.appointments()) {
            if (each.begun() && each.rate() > 0 && load.capacity() > 0) {
                double late = each.due() / Math.max(1, each.end() - slice);
                double share = Math.max(each.rate(), late) / load.capacity();
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
