package io.hdfsthrottle.simulation.cluster;

/**
 * The results of one simulated cluster.
 *
 * @param seed from which it was drawn
 * @param error at rest, the worst tenant's relative deviation from its weighted max-min share
 * @param wasted at rest, the most that a disk left unused while a tenant that no limit throttled waited for it
 * @param above the relative excess of the parts of a limit in force over it, at any time; negative if below
 * @param turns at rest, how often a weight changed its direction
 * @param failovers how many coordinators were replaced
 */
record ClusterFigures(long seed, double error, double wasted, double above, int turns, int failovers) {}
