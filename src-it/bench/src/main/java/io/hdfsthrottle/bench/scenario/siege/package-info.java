/** What strangers can do to a coordinator. */
package io.hdfsthrottle.bench.scenario.siege;
