/**
 * The production balancer with modelled nodes in virtual time: skewed data, churn, and late, lost or reordered reports
 * and terms.
 */
package io.hdfsthrottle.simulation.cluster;
