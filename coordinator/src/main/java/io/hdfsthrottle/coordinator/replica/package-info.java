/** A tenant's remaining entitlement on each node: by it readers choose among the replicas of a block. */
package io.hdfsthrottle.coordinator.replica;
