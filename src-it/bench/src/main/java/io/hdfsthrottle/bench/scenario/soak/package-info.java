/** One long run in which everything is killed and fails in turn. */
package io.hdfsthrottle.bench.scenario.soak;
