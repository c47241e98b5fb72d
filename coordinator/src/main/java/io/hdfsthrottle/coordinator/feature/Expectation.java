package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.identity.Tenant;
import java.util.Map;

/** What tenants are expected to read and write soon: what forecasts tell other features. Thread-safe. */
public interface Expectation {
    /** Nothing is expected. */
    Expectation NONE = new Expectation() {
        @Override
        public Map<Tenant, Double> lasting() {
            return Map.of();
        }

        @Override
        public double bytesPerSecond() {
            return 0;
        }
    };

    /** By tenant, for how many seconds its present use is expected to last; without those for which no end is. */
    Map<Tenant, Double> lasting();

    /** What all tenants together will want in the next seconds, as far as such expectations came true lately. */
    double bytesPerSecond();
}
