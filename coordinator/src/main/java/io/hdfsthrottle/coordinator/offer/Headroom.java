package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.unit.Rate;

/**
 * The largest admissible reservation, and its bound.
 *
 * @param free the largest reservation that would be admitted
 * @param bound what bounds it
 */
public record Headroom(Rate free, Bound bound) {
    /** What bounds a reservation. */
    public enum Bound {
        /** The tenant's reservation, less what its other applications hold of it. */
        TENANT("tenant"),
        /** The disk capacity that reservations leave. */
        DISKS("disks"),
        /** No capacity of these disks is known, or their nodes do not answer or do not pace. */
        UNKNOWN("unknown");

        private final String label;

        Bound(String label) {
            this.label = label;
        }

        /** Its name in JSON. */
        public String label() {
            return label;
        }
    }

    /** Whether that rate would be admitted. */
    boolean holds(Rate rate) {
        return rate.compareTo(free) <= 0;
    }
}
