/**
 * What nodes are told: the policy, the applications that each of them has met, and the terms of its own disks. Each part has a version, and a node
 * that asks for news is told those parts that it has not heard; one that has heard all waits, as a future in a map.
 */
package io.hdfsthrottle.coordinator.publish;
