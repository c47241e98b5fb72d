/** Scenarios of a coordinator under load and under attack, and of hostile clients of a DataNode. */
package io.hdfsthrottle.bench.scenario.coordinator;
