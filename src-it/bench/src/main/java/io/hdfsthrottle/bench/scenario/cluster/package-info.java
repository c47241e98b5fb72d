/** Three DataNodes: tenants' total shares, and how soon all nodes apply a change at a coordinator. */
package io.hdfsthrottle.bench.scenario.cluster;
