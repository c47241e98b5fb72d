/** One coordinator with as many nodes and applications as a large cluster has. */
package io.hdfsthrottle.bench.scenario.scale;
