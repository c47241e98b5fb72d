/** State that survives a leader: one replicated state a concern, written by the leader alone. Knows no ZooKeeper. */
package io.hdfsthrottle.coordinator.state;
