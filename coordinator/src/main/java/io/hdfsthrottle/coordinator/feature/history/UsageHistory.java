package io.hdfsthrottle.coordinator.feature.history;

/**
 * The usage history of one tenant.
 *
 * @param rate what it was charged on all disks, in bytes per second: the exponentially weighted average
 * @param used the same in fair shares among active tenants: 1 is all of its share
 * @param group its group, 0 to 9
 * @param factor what its weight is multiplied with
 */
public record UsageHistory(double rate, double used, int group, double factor) {
    /** The history of an unknown tenant. */
    static final UsageHistory NONE = new UsageHistory(0, 1, Groups.FAIR, 1);
}
