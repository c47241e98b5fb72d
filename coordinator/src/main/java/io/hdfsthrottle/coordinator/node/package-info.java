/** Reports of nodes: usage, waits, executors. */
package io.hdfsthrottle.coordinator.node;
