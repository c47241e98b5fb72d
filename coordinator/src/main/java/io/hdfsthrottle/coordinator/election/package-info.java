/** Who leads, and what survives a leader: the only place that knows ZooKeeper. */
package io.hdfsthrottle.coordinator.election;
