/** What the coordinator says about itself, to Prometheus and to JMX: the only place that knows either. */
package io.hdfsthrottle.coordinator.metrics;
