/** Tenants that tell the coordinator what they need, as the Minerva paper has them do it. */
package io.hdfsthrottle.bench.scenario.minerva;
