/** Tenants' total shares of three DataNodes. */
package io.hdfsthrottle.bench.scenario.cluster;
