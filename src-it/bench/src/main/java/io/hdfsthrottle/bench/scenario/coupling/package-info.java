/** Disks that applications share against disks of their own, as the platform paper compares them. */
package io.hdfsthrottle.bench.scenario.coupling;
