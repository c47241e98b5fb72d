package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.unit.Rate;

/**
 * What there is room for.
 *
 * @param free the largest reservation that would be admitted
 * @param bound what bounds it
 */
public record Room(Rate free, Bound bound) {
    /** What bounds a reservation. */
    public enum Bound {
        /** What the tenant has reserved, and its other applications hold of that. */
        TENANT("tenant"),
        /** What reservations leave of the disks. */
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

    /** Whether that much would be admitted. */
    boolean holds(Rate rate) {
        return rate.compareTo(free) <= 0;
    }
}
