/** Attacks on a coordinator. */
package io.hdfsthrottle.bench.scenario.siege;
