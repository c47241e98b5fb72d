/** Tenants of which the coordinator forecasts what they will read, beside each other on one disk. */
package io.hdfsthrottle.bench.scenario.forecast;
