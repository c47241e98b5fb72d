package io.hdfsthrottle.simulation.cluster;

/**
 * What one cluster showed.
 *
 * @param seed from which it was drawn
 * @param error at rest, how far the worst tenant's total is from its weighted max-min share, in proportion
 * @param wasted at rest, what a disk left unused at most while a tenant that no limit held back waited for it
 * @param above how far the parts of a limit that were in force were above it, in proportion, at any time; negative if below
 * @param turns at rest, how often a weight changed its direction
 * @param failovers how many coordinators were replaced
 */
record ClusterFigures(long seed, double error, double wasted, double above, int turns, int failovers) {}
