/** Scenarios of Spark jobs: beside other load on a slow disk, with local I/O, replicas, limits and broken coordinators. */
package io.hdfsthrottle.bench.scenario.spark;
