/**
 * Long-term fairness: a tenant that used less than its fair share of the cluster's disks over the last hours is served
 * before one that used more, for as long as that is so. Pure functions of values, except for the book that keeps them
 * for the next leader.
 *
 * <p>After Fennel, the long-term fairness of the paper on the storage scheduler Minerva: usage fades exponentially, and
 * ten groups of tenants differ in what they may take. The bounds of the groups, and that a group is a factor of the
 * weight, are this project's choice.
 */
package io.hdfsthrottle.coordinator.feature.history;
