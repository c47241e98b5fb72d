/** The benchmarks' scenarios: each measures with the hook and without it, and checks the figures against bars. */
package io.hdfsthrottle.bench.scenario;
