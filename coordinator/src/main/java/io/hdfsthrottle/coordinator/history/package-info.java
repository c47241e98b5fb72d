/**
 * Long-term fairness: who used less than its fair share of the cluster's disks over the last hours goes before who used more, for as long as that is so. Values in,
 * values out, but for the book that keeps them for the next leader.
 *
 * <p>After Fennel, the long-term fairness of the paper on the storage scheduler Minerva: usage fades exponentially, and ten groups of tenants differ in what they
 * may take. What groups there are, and that a group is a factor of the weight, is this project's choice.
 */
package io.hdfsthrottle.coordinator.history;
