/** A coordinator alone: many nodes, many applications, hostile requests. */
package io.hdfsthrottle.bench.scenario.coordinator;
