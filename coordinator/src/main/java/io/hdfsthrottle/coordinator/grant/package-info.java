/**
 * Distribution of grants to nodes: the policy, the applications that each node has seen, and the terms of its own
 * disks. Each part has a version; a node that polls is sent the parts that it has not received, and one that is up to
 * date waits, as a future in a map.
 */
package io.hdfsthrottle.coordinator.grant;
