/** Leader election, and the state that survives a leader: the only package that knows ZooKeeper. */
package io.hdfsthrottle.coordinator.election;
