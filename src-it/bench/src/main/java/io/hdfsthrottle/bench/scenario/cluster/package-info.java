/** What tenants get of three DataNodes together. */
package io.hdfsthrottle.bench.scenario.cluster;
