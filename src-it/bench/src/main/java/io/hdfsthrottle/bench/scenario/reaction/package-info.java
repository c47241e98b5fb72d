/** Reaction times of three DataNodes to changes at a coordinator. */
package io.hdfsthrottle.bench.scenario.reaction;
