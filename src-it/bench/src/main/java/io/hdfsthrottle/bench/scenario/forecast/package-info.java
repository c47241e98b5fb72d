/** Tenants with forecasts by the coordinator, beside each other on one disk. */
package io.hdfsthrottle.bench.scenario.forecast;
