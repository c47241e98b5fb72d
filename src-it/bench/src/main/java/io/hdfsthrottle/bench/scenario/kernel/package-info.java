/** Benchmarks of the kernel layer, which need blkio of cgroup v1. */
package io.hdfsthrottle.bench.scenario.kernel;
