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
record ForecastSamples(List<Sample> all) {

    private static final double SLICE_SECONDS = 1;

    /** One sample. */
    record Sample(double seconds, Map<String, PublishedForecast> tenants) {

        private boolean isHeavy(String tenant) {
            PublishedForecast told = tenants.get(tenant);
            return told != null && told.isHeavy();
        }
    }

    /** Immutable. */
    ForecastSamples {
        all = List.copyOf(all);
    }

    /**
     * The seconds after that time until a tenant was first distinguished from the one beside it: heavy, and the other
     * one not. Infinite if never. Calling every tenant heavy recognises none.
     */
    double recognised(String tenant, String beside, double from) {
        return all.stream()
                .filter(sample -> sample.seconds() >= from && sample.isHeavy(tenant) && !sample.isHeavy(beside))
                .mapToDouble(sample -> sample.seconds() - from)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** The percentage of samples since that time in which a tenant was called heavy; NaN if there are none. */
    double heavyPercent(String tenant, double from) {
        return all.stream()
                .filter(sample -> sample.seconds() >= from)
                .mapToDouble(sample -> sample.isHeavy(tenant) ? 100 : 0)
                .average()
                .orElse(Double.NaN);
    }

    /** A tenant's rates as reported, in MB/s, about one a second: input for testing other forecasts. */
    List<Double> series(String tenant) {
        List<Double> series = new ArrayList<>();
        double next = 0;
        for (Sample sample : all) {
            PublishedForecast told = sample.tenants().get(tenant);
            if (told != null && sample.seconds() >= next) {
                series.add(Statistics.rounded(told.rate() / Statistics.MEGA));
                next = sample.seconds() + SLICE_SECONDS;
            }
        }
        return series;
    }
}
