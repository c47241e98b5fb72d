/** Spark applications whose coordinator is broken. */
package io.hdfsthrottle.bench.scenario.harmless;
