/** The coordinator's metrics for Prometheus and JMX: the only package that depends on either. */
package io.hdfsthrottle.coordinator.metric;
