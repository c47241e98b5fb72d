package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.explain.Explanation.Holder;
import io.hdfsthrottle.coordinator.explain.Explanation.Mover;
import io.hdfsthrottle.coordinator.explain.Situation.Place;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who moves what on some disks, by name. */
record Holders(Situation situation, List<Place> places) {
    private static final int MOST = 20;
    private static final int MOST_APPLICATIONS = 5;

    private record Sum(double rate, double reservation) {
        static Sum of(TenantUsage usage) {
            return new Sum((double) usage.rate().bytesPerSecond(), (double)
                    usage.reservation().bytesPerSecond());
        }

        Sum and(Sum other) {
            return new Sum(rate + other.rate, reservation + other.reservation);
        }
    }

    /** Every tenant that moves anything there. */
    List<Holder> all() {
        Map<Tenant, Sum> sums = new TreeMap<>();
        for (Place place : places) {
            for (TenantUsage usage : place.disk().tenants()) {
                sums.merge(usage.tenant(), Sum.of(usage), Sum::and);
            }
        }
        return sums.entrySet().stream()
                .filter(each -> each.getValue().rate() > 0)
                .map(each -> holder(each.getKey(), each.getValue(), applications(each.getKey(), "")))
                .sorted(Comparator.comparingLong(Holder::bytesPerSecond).reversed())
                .limit(MOST)
                .toList();
    }

    List<Holder> beside(Tenant tenant) {
        return all().stream()
                .filter(each -> !each.tenant().equals(tenant.name()))
                .toList();
    }

    /** The same, and the other applications of its own tenant. */
    List<Holder> beside(Tenant tenant, String application) {
        List<Holder> holders = new ArrayList<>(beside(tenant));
        List<Mover> siblings = applications(tenant, application);
        long rate = siblings.stream().mapToLong(Mover::bytesPerSecond).sum();
        if (rate > 0) {
            Weight weight = situation.weight().apply(tenant);
            holders.add(new Holder(
                    tenant.name(),
                    rate,
                    weight.weight(),
                    0,
                    siblings,
                    "other applications of " + tenant + " move " + Words.rate(rate) + " in the cluster: "
                            + names(siblings)));
        }
        return holders;
    }

    private Holder holder(Tenant tenant, Sum sum, List<Mover> applications) {
        Weight weight = situation.weight().apply(tenant);
        return new Holder(
                tenant.name(),
                (long) sum.rate(),
                weight.weight(),
                (long) sum.reservation(),
                applications,
                tenant + " moves " + Words.rate(sum.rate()) + " there, with weight " + weight.words()
                        + (sum.reservation() > 0 ? " and a reservation of " + Words.rate(sum.reservation()) : "")
                        + (applications.isEmpty() ? "" : ": " + names(applications)));
    }

    private static String names(List<Mover> applications) {
        return applications.stream()
                .map(each -> each.application() + " (" + Words.rate(each.bytesPerSecond()) + ")")
                .collect(Collectors.joining(", "));
    }

    /** Those that move most, without that one. */
    private List<Mover> applications(Tenant tenant, String without) {
        return places.stream()
                .flatMap(place -> place.disk().applications().stream())
                .filter(each ->
                        each.tenant().equals(tenant) && !each.application().equals(without))
                .map(each -> each.application())
                .distinct()
                .map(id -> new Mover(
                        id, situation.rates().getOrDefault(id, Rate.ZERO).bytesPerSecond()))
                .filter(each -> each.bytesPerSecond() > 0)
                .sorted(Comparator.comparingLong(Mover::bytesPerSecond)
                        .reversed()
                        .thenComparing(Mover::application))
                .limit(MOST_APPLICATIONS)
                .toList();
    }
}
