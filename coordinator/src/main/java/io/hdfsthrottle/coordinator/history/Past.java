package io.hdfsthrottle.coordinator.history;

/**
 * One tenant's past.
 *
 * @param rate what it was charged on all disks, in bytes per second: the exponentially weighted average
 * @param used that in fair shares among those that were there: 1 is all of its share
 * @param group its group, 0 to 9
 * @param factor what its weight is multiplied with
 */
public record Past(double rate, double used, int group, double factor) {
    /** Of a tenant of which nothing is known. */
    static final Past NONE = new Past(0, 1, Groups.FAIR, 1);
}
