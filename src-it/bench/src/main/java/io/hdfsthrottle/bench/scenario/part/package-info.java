/** Applications of one tenant, their pools and their tasks. */
package io.hdfsthrottle.bench.scenario.part;
