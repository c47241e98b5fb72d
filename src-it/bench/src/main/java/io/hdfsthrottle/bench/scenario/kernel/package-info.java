/** What the kernel layer adds: benchmarks that need blkio of cgroup v1. */
package io.hdfsthrottle.bench.scenario.kernel;
