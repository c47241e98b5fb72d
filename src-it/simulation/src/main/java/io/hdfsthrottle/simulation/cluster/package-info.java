/** The production balancer over modelled nodes in virtual time: skewed data, churn, reports and terms that are late, lost or overtaken. */
package io.hdfsthrottle.simulation.cluster;
