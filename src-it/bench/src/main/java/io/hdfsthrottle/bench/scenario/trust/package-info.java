/** Scenarios of hostile clients: what they gain, and which tenants they harm. */
package io.hdfsthrottle.bench.scenario.trust;
