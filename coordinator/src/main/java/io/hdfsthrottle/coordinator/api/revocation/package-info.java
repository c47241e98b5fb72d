/** REST endpoint of the keys of nodes that are refused. */
package io.hdfsthrottle.coordinator.api.revocation;
