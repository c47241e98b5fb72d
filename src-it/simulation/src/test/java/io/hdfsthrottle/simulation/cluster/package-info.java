/** The production balancer in virtual time, with modelled nodes, and what a coordinator knows of hours and seconds. */
package io.hdfsthrottle.simulation.cluster;
