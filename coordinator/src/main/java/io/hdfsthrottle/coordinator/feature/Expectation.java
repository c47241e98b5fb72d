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
        public Map<Tenant, Double> coming() {
            return Map.of();
        }

        @Override
        public double bytesPerSecond() {
            return 0;
        }
    };

    /** By tenant, for how many seconds its present use is expected to last; without those for which no end is. */
    Map<Tenant, Double> lasting();

    /** By tenant, its rate in the next second, in bytes per second; without those that are expected to stay as they are. */
    Map<Tenant, Double> coming();

    /** What all tenants together will want in the next seconds, as far as such expectations came true lately. */
    double bytesPerSecond();
}
