/** What every disk of every node reported, as the balancer sees it: immutable values, no clock. */
package io.hdfsthrottle.coordinator.demand;
