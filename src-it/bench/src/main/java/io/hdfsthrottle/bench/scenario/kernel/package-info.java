/** What the kernel controls: block I/O by control groups, and connections by their rate. */
package io.hdfsthrottle.bench.scenario.kernel;
