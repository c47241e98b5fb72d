package io.hdfsthrottle.bench.scenario.forecast;

import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The forecasts of a coordinator, sampled during a run. Immutable.
 *
 * @param all in the order of time
 */
record Looks(List<Look> all) {

    private static final double SLICE_SECONDS = 1;

    /** One sample. */
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
     * The seconds after that time until a tenant was first distinguished from the one beside it: heavy, and the other
     * one not. Infinite if never. Calling every tenant heavy recognises none.
     */
    double recognised(String tenant, String beside, double from) {
        return all.stream()
                .filter(look -> look.seconds() >= from && look.isHeavy(tenant) && !look.isHeavy(beside))
                .mapToDouble(look -> look.seconds() - from)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** The percentage of samples since that time in which a tenant was called heavy; NaN if there are none. */
    double heavyPercent(String tenant, double from) {
        return all.stream()
                .filter(look -> look.seconds() >= from)
                .mapToDouble(look -> look.isHeavy(tenant) ? 100 : 0)
                .average()
                .orElse(Double.NaN);
    }

    /** A tenant's rates as reported, in MB/s, about one a second: input for testing other forecasts. */
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
