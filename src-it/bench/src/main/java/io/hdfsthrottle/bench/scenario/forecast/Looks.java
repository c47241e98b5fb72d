package io.hdfsthrottle.bench.scenario.forecast;

import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a coordinator told of forecasts while something went on. Immutable.
 *
 * @param all in the order of time
 */
record Looks(List<Look> all) {

    private static final double SLICE_SECONDS = 1;

    /** Told at that time. */
    record Look(double seconds, Map<String, Told> tenants) {

        private boolean isHeavy(String tenant) {
            Told told = tenants.get(tenant);
            return told != null && told.isHeavy();
        }
    }

    /** Immutable. */
    Looks {
        all = List.copyOf(all);
    }

    /**
     * How many seconds after that time a tenant was first told from the one beside it: heavy, and the other one not. Infinite if it never was. Who calls
     * everybody heavy recognises nobody.
     */
    double recognised(String tenant, String beside, double from) {
        return all.stream()
                .filter(look -> look.seconds() >= from && look.isHeavy(tenant) && !look.isHeavy(beside))
                .mapToDouble(look -> look.seconds() - from)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** In how many of a hundred looks since that time a tenant was called heavy; not a number if nobody looked. */
    double heavyPercent(String tenant, double from) {
        return all.stream()
                .filter(look -> look.seconds() >= from)
                .mapToDouble(look -> look.isHeavy(tenant) ? 100 : 0)
                .average()
                .orElse(Double.NaN);
    }

    /** A tenant's slices as they were told, in MB/s, about one a second: for other forecasts to be tried on. */
    List<Double> series(String tenant) {
        List<Double> series = new ArrayList<>();
        double next = 0;
        for (Look look : all) {
            Told told = look.tenants().get(tenant);
            if (told != null && look.seconds() >= next) {
                series.add(Statistics.rounded(told.rate() / Statistics.MEGA));
                next = look.seconds() + SLICE_SECONDS;
            }
        }
        return series;
    }
}
