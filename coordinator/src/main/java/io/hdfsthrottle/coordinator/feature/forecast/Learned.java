package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.feature.forecast.model.Boosting;
import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one leader leaves to the next: the boosted trees, and how good the forecasts of each tenant were. Models of time
 * series are not in it: nobody saw the seconds between two leaders. Immutable.
 *
 * @param samples from how many samples the trees have learned
 * @param slice the trees that forecast the next slice, as {@link Boosting#written}
 * @param stretch those of the mean of the next {@link Series#AHEAD}
 * @param tenants at most {@link ForecastSettings#MOST_MODELS}
 */
record Learned(int samples, List<List<Double>> slice, List<List<Double>> stretch, Map<Tenant, Standing> tenants) {
    /** Nothing is known. */
    static final Learned NONE = new Learned(0, List.of(), List.of(), Map.of());

    /**
     * How a tenant's forecasts stood.
     *
     * @param fairShare its fair share in the mean of the last slices with demand, in bytes per second
     */
    record Standing(Score ofSlice, Score ofStretch, Score ofPath, Score ofClass, IoClass ioClass, double fairShare) {
        /** @throws IllegalArgumentException if the share is none */
        Standing {
            if (!(fairShare >= 0) || !Double.isFinite(fairShare)) {
                throw new IllegalArgumentException("a fair share of " + fairShare);
            }
        }
    }

    /** @throws IllegalArgumentException if they are no trees, or of too many tenants */
    Learned {
        if (samples < 0 || samples > Samples.MOST || tenants.size() > ForecastSettings.MOST_MODELS) {
            throw new IllegalArgumentException(samples + " samples of " + tenants.size() + " tenants");
        }
        Boosting unused = Boosting.of(slice, Series.FEATURES);
        unused = Boosting.of(stretch, Series.FEATURES);
        tenants = Collections.unmodifiableMap(new TreeMap<>(tenants));
    }
}
