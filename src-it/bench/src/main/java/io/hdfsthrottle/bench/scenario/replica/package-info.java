/** Readers that choose among the replicas of a block, where one DataNode of three is contended. */
package io.hdfsthrottle.bench.scenario.replica;
