/** Scenarios of hostile clients: what they gain, and whom they harm. */
package io.hdfsthrottle.bench.scenario.trust;
