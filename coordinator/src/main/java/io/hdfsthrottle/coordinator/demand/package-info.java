/** The reported demand on every disk of every node, as input of the balancer: immutable values, no clock. */
package io.hdfsthrottle.coordinator.demand;
